import Download from 'lucide-react/icons/download'
import Headset from 'lucide-react/icons/headset'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { useSupport } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { phoneLink } from '#web/ui/SupportText.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './ReceiptActions.module.css'
import { repeatPath } from './repeat-path.ts'
import type { Transaction } from './transactions.ts'
import { useReceiptFile } from './use-receipt-file.ts'

/** The actions of a receipt: share, save as a picture, repeat, contact the support. */
export function ReceiptActions({ transaction }: { readonly transaction: Transaction }) {
  const t = useTranslate()
  const [isProblem, setProblem] = useState(false)
  const { canShare, busy, share, save } = useReceiptFile(transaction)
  const again = repeatPath(transaction)
  return (
    <div className={css.actions}>
      <div className={css.row}>
        {canShare ? (
          <Button
            variant="secondary"
            size="m"
            icon={<Share2 aria-hidden />}
            isLoading={busy === 'share'}
            onClick={() => void share()}
          >
            {t('receipt.share')}
          </Button>
        ) : null}
        <Button
          variant="secondary"
          size="m"
          icon={<Download aria-hidden />}
          isLoading={busy === 'save'}
          onClick={() => void save()}
        >
          {t('receipt.save')}
        </Button>
        {again === undefined ? null : (
          <ButtonLink variant="secondary" size="m" icon={<RotateCw aria-hidden />} to={again}>
            {t('receipt.repeat')}
          </ButtonLink>
        )}
      </div>
      <Button
        variant="text"
        size="m"
        icon={<Headset aria-hidden />}
        aria-expanded={isProblem}
        onClick={() => setProblem(!isProblem)}
      >
        {t('receipt.problem')}
      </Button>
      {isProblem ? <Support operationId={transaction.operationId} /> : null}
    </div>
  )
}

function Support({ operationId }: { readonly operationId: string }) {
  const t = useTranslate()
  const { phone, email, hours } = useSupport()
  const subject = encodeURIComponent(`${t('receipt.id')}: ${operationId}`)
  return (
    <div className={css.support}>
      <p>{t('receipt.problem_text')}</p>
      <p className={css.contact}>
        <Mail size={20} aria-hidden />
        <TextLink href={`mailto:${email}?subject=${subject}`}>{email}</TextLink>
      </p>
      <p className={css.contact}>
        <Phone size={20} aria-hidden />
        <span>
          <TextLink href={phoneLink(phone)}>{phone}</TextLink>
          <span className={css.hours}>{hours}</span>
        </span>
      </p>
    </div>
  )
}
