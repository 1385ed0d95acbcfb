import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { AlertOptions, AlertResult } from './Alert.tsx'
import css from './AlertDialog.module.css'
import { Modal } from './Modal.tsx'

export interface AlertDialogProps {
  readonly isOpen: boolean
  readonly options: AlertOptions
  readonly onClose: (result: AlertResult) => void
}

/** An alert as it is seen: a message, perhaps a second line, one or two buttons. */
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
