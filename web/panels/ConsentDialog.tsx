import { useState } from 'react'
import { ConsentForm } from '#web/features/auth/ConsentForm.tsx'
import { logOut } from '#web/lib/session/log-out.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'

/** Stands before everything else while consents of the signed-in person are missing: they are given, or the person logs out. */
export default function ConsentDialog() {
  const t = useTranslate()
  const missing = useProfile()?.missing_consents ?? []
  const [isLeaving, setLeaving] = useState(false)
  function leave(): void {
    setLeaving(true)
    void logOut()
  }
  return (
    <Modal
      isOpen={missing.length > 0}
      blockedBy="demand"
      onClose={() => undefined}
      title={t('consents.title')}
      footer={
        <Button variant="text" size="m" isWide isLoading={isLeaving} onClick={leave}>
          {t('profile.logout')}
        </Button>
      }
    >
      <ConsentForm documents={missing} />
    </Modal>
  )
}
