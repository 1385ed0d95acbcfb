import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { operationNumber } from '#contract/operation-number'
import { useSupport } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { phoneLink } from '#web/ui/SupportText.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './ReceiptActions.module.css'

/** The ways to contact the support about an operation: an e-mail that names the operation, and the phone. */
export function ReceiptSupport({ operationId }: { readonly operationId: string }) {
  const t = useTranslate()
  const { phone, email, hours } = useSupport()
  const number = operationNumber(operationId)
  const letter = {
    subject: t('receipt.letter_subject', { number }),
    body: `${t('receipt.letter_body', { number, id: operationId })} `,
  }
  // The person describes the problem after this text. `+` is no space in a mailto address.
  const asked = Object.entries(letter).map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
  return (
    <div className={css.support}>
      <p>{t('receipt.problem_text')}</p>
      <p className={css.contact}>
        <Mail size={20} aria-hidden />
        <TextLink href={`mailto:${email}?${asked.join('&')}`}>{email}</TextLink>
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
