import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useEffect, useState } from 'react'
import { cameByBackOrForward, useHistoryEntry } from '#web/lib/address/router.tsx'
import { Link } from '#web/ui/Link.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './SheetRow.module.css'

/** The props that a sheet gets from the row that opens it. */
interface OpenedSheet {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export interface SheetRowProps {
  readonly label: string
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
export function SheetRow({ label, id, sheet }: SheetRowProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const entry = useHistoryEntry()
  useEffect(() => {
    if (id === undefined || entry.hash !== `#${id}` || cameByBackOrForward()) return
    // After the screen's title, which takes the focus first.
    const frame = requestAnimationFrame(() => setState('open'))
    return () => cancelAnimationFrame(frame)
  }, [id, entry])
  const opened = { isOpen: state === 'open', onClose: () => setState('closed') }
  return (
    <>
      <button type="button" className={css.row} aria-haspopup="dialog" onClick={() => setState('open')}>
        {label}
        <ChevronRight size={20} aria-hidden />
      </button>
      {state === 'unused' ? null : <LazyBoundary {...opened}>{sheet(opened)}</LazyBoundary>}
    </>
  )
}

/** A row of a card that leads to another screen. */
export function LinkRow({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link className={css.row} to={to}>
      {label}
      <ChevronRight size={20} aria-hidden />
    </Link>
  )
}
