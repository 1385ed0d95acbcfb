import { useState } from 'react'
import { useSupport } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import FreezeSheet from './FreezeSheet.tsx'
import css from './FrozenNotice.module.css'

export interface FrozenNoticeProps {
  /** Who has frozen the wallet. */
  readonly by: 'owner' | 'operator'
}

/** Over every screen of a frozen wallet: that no money goes out, and how that is ended. Loaded with the first wallet that is frozen. */
export default function FrozenNotice({ by }: FrozenNoticeProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { email } = useSupport()
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
      </Notice>
      <FreezeSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
