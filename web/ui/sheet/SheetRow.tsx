import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { cameByBackOrForward, useHistoryEntry } from '#web/lib/address/router.tsx'
import { Link } from '#web/ui/Link.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './SheetRow.module.css'

/** The props that a sheet gets from the row that opens it. */
interface OpenedSheet {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The present state of the setting that a row opens. */
export interface RowState {
  readonly words: string
  /** Something is to be done about it. */
  readonly isToDo?: boolean
}

export interface SheetRowProps {
  readonly label: string
  /** At the end of the row; nothing while it is not known. */
  readonly state?: RowState | undefined
  /** A link to this anchor of the screen (`#id`) opens the sheet. */
  readonly id?: string
  /** Renders the sheet, which may be loaded when it is first opened. */
  readonly sheet: (opened: OpenedSheet) => ReactNode
}

/** The rows of a card, one under the other. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <div className={css.rows}>{children}</div>
}

/** A row of a card that opens a sheet. */
export function SheetRow({ label, state, id, sheet }: SheetRowProps) {
  const [labelId, stateId] = [useId(), useId()]
  const [stage, setStage] = useState<'unused' | 'open' | 'closed'>('unused')
  const entry = useHistoryEntry()
  useEffect(() => {
    if (id === undefined || entry.hash !== `#${id}` || cameByBackOrForward()) return
    // After the screen's title, which takes the focus first.
    const frame = requestAnimationFrame(() => setStage('open'))
    return () => cancelAnimationFrame(frame)
  }, [id, entry])
  const opened = { isOpen: stage === 'open', onClose: () => setStage('closed') }
  return (
    <>
      <button
        type="button"
        className={css.row}
        aria-haspopup="dialog"
        aria-labelledby={labelId}
        aria-describedby={state && stateId}
        onClick={() => setStage('open')}
      >
        <span id={labelId} className={css.label}>
          {label}
        </span>
        {state ? (
          <span id={stateId} className={css.state} data-to-do={state.isToDo}>
            {state.words}
          </span>
        ) : null}
        <ChevronRight size={20} aria-hidden />
      </button>
      {stage === 'unused' ? null : <LazyBoundary {...opened}>{sheet(opened)}</LazyBoundary>}
    </>
  )
}

/** A row of a card that leads to another screen. */
export function LinkRow({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link className={css.row} to={to}>
      <span className={css.label}>{label}</span>
      <ChevronRight size={20} aria-hidden />
    </Link>
  )
}
