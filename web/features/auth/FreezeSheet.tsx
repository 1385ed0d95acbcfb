import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useSupport } from '#web/lib/config/support.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { AuthForm } from './AuthForm.tsx'
import { useFreeze } from './freeze.ts'
import css from './PinForm.module.css'
import { Unfreeze } from './Unfreeze.tsx'

interface FreezeSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Freezes the wallet at once, and ends that. Loaded when it is first opened. */
export default function FreezeSheet({ isOpen, onClose }: FreezeSheetProps) {
  const t = useTranslate()
  const profile = useProfile()
  const now = profile?.frozen ?? null
  const [frozen, setFrozen] = useState(now)
  // It closes as what it was opened for.
  if (isOpen && frozen !== now) setFrozen(now)
  if (!profile) return null
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t(frozen ? 'freeze.frozen_title' : 'freeze.title')}>
      {frozen === null ? <Freeze onDone={onClose} /> : null}
      {frozen === 'owner' ? <Unfreeze profile={profile} onDone={onClose} /> : null}
      {frozen === 'operator' ? <BySupport /> : null}
    </Modal>
  )
}

/** What the operator has frozen is for the support to end. */
function BySupport() {
  const t = useTranslate()
  const { email } = useSupport()
  return (
    <Stack gap="fields">
      <p className={css.text}>{t('freeze.by_operator')}</p>
      <ButtonLink href={`mailto:${email}`} variant="secondary" isWide>
        {t('off.support')}
      </ButtonLink>
    </Stack>
  )
}

function Freeze({ onDone }: { readonly onDone: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const freezing = useFreeze(() => {
    toast(t('answer.frozen'), 'success')
    onDone()
  })
  return (
    <AuthForm
      missing={[]}
      submit={t('freeze.submit')}
      isLoading={freezing.isPending}
      error={freezing.error ? failureText(t, freezing.error) : undefined}
      onSubmit={() => freezing.mutate(undefined)}
    >
      <p className={css.text}>{t('freeze.text')}</p>
    </AuthForm>
  )
}
