import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'

export interface OnDemandFieldProps {
  /** The text of the button that opens the field. */
  readonly label: string
  /** The field has a value or an error: it is open from the beginning. */
  readonly isNeeded: boolean
  readonly children: ReactNode
}

/**
 * An optional field that few people need: a button stands in its place until a press opens the field with the focus in it. Once open
 * it stays.
 */
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
