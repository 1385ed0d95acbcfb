import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { CloseWallet } from './CloseWallet.tsx'
import { useDownloadData } from './my-data.ts'
import css from './PinForm.module.css'

export interface MyDataSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** All that is kept of the user, to take along; and the way to be rid of it: closing the wallet. Loaded when it is first opened. */
export default function MyDataSheet({ isOpen, onClose }: MyDataSheetProps) {
  const t = useTranslate()
  const [isClosing, setClosing] = useState(false)
  const profile = useProfile()
  function close(): void {
    setClosing(false)
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={t(isClosing ? 'closing.title' : 'data.title')}>
      {isClosing && profile ? (
        <CloseWallet phone={profile.phone} hasPin={profile.has_pin} />
      ) : (
        <MyData onCloseWallet={() => setClosing(true)} />
      )}
    </Modal>
  )
}

function MyData({ onCloseWallet }: { readonly onCloseWallet: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const downloading = useDownloadData()
  const button = (format: 'pdf' | 'json') => (
    <Button
      variant="secondary"
      isWide
      icon={<Download aria-hidden />}
      disabled={!isOnline}
      isLoading={downloading.isPending && downloading.variables === format}
      onClick={() => downloading.mutate(format, { onSuccess: () => toast(t('data.saved'), 'success') })}
    >
      {t(`data.${format}_btn`)}
    </Button>
  )
  return (
    <Stack>
      <p className={css.text}>{t('data.text')}</p>
      <Stack gap="fields">
        <FormError message={downloading.error ? failureText(t, downloading.error) : undefined} />
        <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
        {button('pdf')}
        {button('json')}
      </Stack>
      <Button variant="dangerText" isWide onClick={onCloseWallet}>
        {t('closing.title')}
      </Button>
    </Stack>
  )
}
