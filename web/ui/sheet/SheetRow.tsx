import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useState } from 'react'
import { Link } from '#web/ui/Link.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './SheetRow.module.css'

/** What a sheet needs to know of the row that opens it. */
interface OpenedSheet {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export interface SheetRowProps {
  readonly label: string
  /** Draws the sheet, which may be loaded when it is first opened. */
  readonly sheet: (opened: OpenedSheet) => ReactNode
}

/** A row of a card that opens a sheet. */
export function SheetRow({ label, sheet }: SheetRowProps) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
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

/** A row among those that leads to another screen. */
export function LinkRow({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link className={css.row} to={to}>
      {label}
      <ChevronRight size={20} aria-hidden />
    </Link>
  )
}
