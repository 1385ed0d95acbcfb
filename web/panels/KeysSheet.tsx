import { Fragment, useState } from 'react'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import css from './KeysSheet.module.css'
import { KEYS, KEYS_OFF } from './keys.ts'

export interface KeysSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The keys of the page with what each does, and whether this device takes them. */
export default function KeysSheet({ isOpen, onClose }: KeysSheetProps) {
  const t = useTranslate()
  const [isOn, setOn] = useState(() => readStored(KEYS_OFF) === undefined)
  function turn(on: boolean): void {
    writeStored(KEYS_OFF, on ? undefined : 'yes')
    setOn(on)
  }
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('keys.title')}>
      <Stack gap="fields">
        <dl className={css.keys}>
          {KEYS.map(({ keys, text }) => (
            <div key={text} className={css.row}>
              <dt className={css.name}>
                {keys.map((key, at) => (
                  <Fragment key={key}>
                    {at > 0 ? ' ' : null}
                    <kbd className={css.key}>{key}</kbd>
                  </Fragment>
                ))}
              </dt>
              <dd className={css.does}>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <Checkbox isChecked={isOn} onCheckedChange={turn}>
          {t('keys.on')}
        </Checkbox>
      </Stack>
    </Modal>
  )
}
