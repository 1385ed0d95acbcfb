import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import css from './Alert.module.css'
import { Modal } from './Modal.tsx'

interface AlertOptions {
  /** The message of the specification, word for word; it is also the dialog's name. */
  readonly message: string
  /** A second, smaller line. */
  readonly details?: string | undefined
  /** The first button; "OK" when left out. Has the focus. */
  readonly primary?: string
  /** A second button, if any. */
  readonly secondary?: string
  /** Styles the first button as destructive. */
  readonly isDangerous?: boolean
}

/** Which button closed the alert; `dismissed` is Esc or a click beside it. */
export type AlertResult = 'primary' | 'secondary' | 'dismissed'

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

/** Holds the alerts of the page; once, near the root. */
export function AlertProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslate()
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
        <Modal isOpen={isOpen} onClose={() => close('dismissed')} title={alert.options.message} shape="alert">
          {alert.options.details ? <p className={css.details}>{alert.options.details}</p> : null}
          <div className={css.buttons}>
            <Button
              variant={alert.options.isDangerous ? 'danger' : 'primary'}
              isWide
              data-autofocus
              onClick={() => close('primary')}
            >
              {alert.options.primary ?? t('alert.ok')}
            </Button>
            {alert.options.secondary ? (
              <Button variant="secondary" isWide onClick={() => close('secondary')}>
                {alert.options.secondary}
              </Button>
            ) : null}
          </div>
        </Modal>
      ) : null}
    </AlertContext>
  )
}
