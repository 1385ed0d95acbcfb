import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import type { AlertOptions, AlertResult } from './AlertDialog.tsx'

// Loaded on demand: no first screen begins with an alert or another modal.
const AlertDialog = lazyComponent(async () => ({ default: (await import('./AlertDialog.tsx')).AlertDialog }))

type ShowAlert = (options: AlertOptions) => Promise<AlertResult>

const AlertContext = createContext<ShowAlert | undefined>(undefined)

/** Shows an alert and resolves with the result. One at a time: a new alert replaces the open one, which is dismissed. */
export function useAlert(): ShowAlert {
  const show = useContext(AlertContext)
  if (!show) throw new Error('useAlert needs an AlertProvider around it')
  return show
}

interface OpenAlert {
  readonly options: AlertOptions
  readonly answer: (answer: AlertResult) => void
}

/**
 * Holds the alerts of the page; rendered once, near the root, inside the holder of the toasts. An alert that fails to load counts as
 * dismissed.
 */
export function AlertProvider({ children }: { readonly children: ReactNode }) {
  const [alert, setAlert] = useState<OpenAlert>()
  const [isOpen, setOpen] = useState(false)
  const show = useCallback<ShowAlert>(
    (options) =>
      new Promise((answer) => {
        setAlert((before) => {
          before?.answer('dismissed')
          return { options, answer }
        })
        setOpen(true)
      }),
    [],
  )
  function close(answer: AlertResult): void {
    setOpen(false)
    alert?.answer(answer)
  }
  return (
    <AlertContext value={show}>
      {children}
      {alert ? (
        <LazyBoundary isOpen={isOpen} onClose={() => close('dismissed')}>
          <AlertDialog isOpen={isOpen} options={alert.options} onClose={close} />
        </LazyBoundary>
      ) : null}
    </AlertContext>
  )
}
