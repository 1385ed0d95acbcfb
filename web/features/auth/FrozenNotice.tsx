import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useSupport } from '#web/lib/config/support.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import FreezeSheet from './FreezeSheet.tsx'
import css from './FrozenNotice.module.css'
import { isWaitOver, useFreeze } from './freeze.ts'

export interface FrozenNoticeProps {
  /** Who has frozen the wallet. */
  readonly by: 'owner' | 'operator'
}

/** Over every screen of a frozen wallet: that no money goes out, and how that is ended. Loaded with the first wallet that is frozen. */
export default function FrozenNotice({ by }: FrozenNoticeProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { email } = useSupport()
  const waitsUntil = useProfile()?.unfreeze?.waits_until
  return (
    <div className={css.place}>
      <Notice
        tone="warning"
        title={t('freeze.frozen_title')}
        isAnnounced
        action={
          by === 'owner' ? (
            <Button variant="secondary" size="m" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('freeze.unfreeze')}
            </Button>
          ) : (
            <TextLink href={`mailto:${email}`} isQuiet>
              {t('off.support')}
            </TextLink>
          )
        }
      >
        {t(by === 'owner' ? 'freeze.notice' : 'freeze.by_operator')}
        {by === 'owner' && waitsUntil ? <Wait until={waitsUntil} /> : null}
      </Notice>
      <FreezeSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

/** That somebody waits to unfreeze it with nothing but the number, until when, and what stops them. */
function Wait({ until }: { readonly until: string }) {
  const t = useTranslate()
  const toast = useToast()
  const { dateTime } = useFormats()
  const stopping = useFreeze(() => toast(t('freeze.wait_stopped'), 'success'))
  return (
    <>
      <p className={css.wait}>{isWaitOver(until) ? t('freeze.wait_over') : t('freeze.waits', { time: dateTime(until) })}</p>
      <FormError message={stopping.error ? failureText(t, stopping.error) : undefined} />
      <Button variant="dangerText" size="m" isLoading={stopping.isPending} onClick={() => stopping.mutate(undefined)}>
        {t('freeze.wait_stop')}
      </Button>
    </>
  )
}
