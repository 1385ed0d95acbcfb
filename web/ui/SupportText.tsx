import { useSupport } from '#web/lib/config/support.ts'
import { LinkedText, useTranslate } from '#web/lib/texts/texts.tsx'
import css from './SupportText.module.css'
import { TextLink } from './TextLink.tsx'

export interface SupportTextProps {
  /** A text with the place `{contact}`. */
  readonly text: 'footer.support' | 'code.help' | 'cash.branches'
}

/** A line that ends in the support's phone number, as a link to call it. The operator's number, the brand's until it is known. */
export function SupportText({ text }: SupportTextProps) {
  const t = useTranslate()
  const { phone } = useSupport()
  return (
    <LinkedText
      text={t(text, { contact: `<doc>${phone}</doc>` })}
      link={(words) => (
        <span className={css.whole}>
          <TextLink href={phoneLink(phone)}>{words}</TextLink>
        </span>
      )}
    />
  )
}

/** The address that dials a number. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+0-9]/g, '')}`
}
