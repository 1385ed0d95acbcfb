import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { operationNumber } from '#contract/operation-number'
import { useSupport } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './SupportContacts.module.css'
import { phoneLink } from './SupportText.tsx'
import { TextLink } from './TextLink.tsx'

export interface SupportContactsProps {
  /** Stands above them. */
  readonly text?: string
  /** The operation that the e-mail names. */
  readonly operationId?: string
}

/** The ways to contact the support: an e-mail, and the phone with its hours. */
export function SupportContacts({ text, operationId }: SupportContactsProps) {
  const { phone, email, hours } = useSupport()
  const letter = useLetter(operationId)
  return (
    <div className={css.support}>
      {text === undefined ? null : <p>{text}</p>}
      <p className={css.contact}>
        <Mail size={20} aria-hidden />
        <TextLink href={`mailto:${email}${letter}`}>{email}</TextLink>
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

/** The part of a mailto address that begins a letter about an operation; empty without one. */
function useLetter(operationId: string | undefined): string {
  const t = useTranslate()
  if (operationId === undefined) return ''
  const number = operationNumber(operationId)
  const letter = {
    subject: t('receipt.letter_subject', { number }),
    // The person describes the problem after this text.
    body: `${t('receipt.letter_body', { number, id: operationId })} `,
  }
  // `+` is no space in a mailto address.
  const asked = Object.entries(letter).map(([name, words]) => `${name}=${encodeURIComponent(words)}`)
  return `?${asked.join('&')}`
}
