import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import css from './AlertDialog.module.css'
import { Modal } from './Modal.tsx'

export interface AlertOptions {
  /** The message of the specification, word for word; it is also the dialog's name. */
  readonly message: string
  /** A second, smaller line. */
  readonly details?: string | undefined
  /** The first button, which has the focus; "OK" when left out. */
  readonly primary?: string
  /** A second button, if any. */
  readonly secondary?: string
  /** Styles the first button as destructive. */
  readonly isDangerous?: boolean
}

/** The button that closed the alert; `dismissed` is Esc or a click beside it. */
export type AlertResult = 'primary' | 'secondary' | 'dismissed'

export interface AlertDialogProps {
  readonly isOpen: boolean
  readonly options: AlertOptions
  readonly onClose: (result: AlertResult) => void
}

/** The dialog of an alert: a message, an optional second line, one or two buttons. */
export function AlertDialog({ isOpen, options, onClose }: AlertDialogProps) {
  const t = useTranslate()
  const { message, details, primary, secondary, isDangerous = false } = options
  return (
    <Modal isOpen={isOpen} onClose={() => onClose('dismissed')} title={message} shape="alert">
      {details ? <p className={css.details}>{details}</p> : null}
      <div className={css.buttons}>
        <Button variant={isDangerous ? 'danger' : 'primary'} isWide data-autofocus onClick={() => onClose('primary')}>
          {primary ?? t('alert.ok')}
        </Button>
        {secondary ? (
          <Button variant="secondary" isWide onClick={() => onClose('secondary')}>
            {secondary}
          </Button>
        ) : null}
      </div>
    </Modal>
  )
}
