import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'

export interface OnDemandFieldProps {
  /** What the button says that opens it. */
  readonly label: string
  /** Something is in it, or wrong with it: it is open without being asked for. */
  readonly isNeeded: boolean
  readonly children: ReactNode
}

/** An optional field that few need: a button in its place until it is asked for, which then gives it the focus. Once open it stays. */
export function OnDemandField({ label, isNeeded, children }: OnDemandFieldProps) {
  const [state, setState] = useState<'closed' | 'needed' | 'asked'>('closed')
  const place = useRef<HTMLDivElement>(null)
  if (isNeeded && state === 'closed') setState('needed')
  useEffect(() => {
    if (state === 'asked') place.current?.querySelector('input')?.focus()
  }, [state])
  return (
    <div ref={place}>
      {state === 'closed' && !isNeeded ? (
        <Button variant="text" size="m" icon={<Plus size={20} aria-hidden />} onClick={() => setState('asked')}>
          {label}
        </Button>
      ) : (
        children
      )}
    </div>
  )
}
