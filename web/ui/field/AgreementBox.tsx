import { LinkedText, useTranslate } from '#web/lib/texts/texts.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './AgreementBox.module.css'
import { Checkbox, type CheckboxProps } from './Checkbox.tsx'

export interface AgreementBoxProps extends Omit<CheckboxProps, 'children' | 'aside'> {
  /** What is agreed to, with the document's name between `<doc>` and `</doc>`. */
  readonly text: string
  /** Where the document is; undefined when the brand has none. */
  readonly href: string | undefined
}

/** A checkbox that agrees to a document. The whole label ticks it; the document opens in a new tab by the link beside the label. */
export function AgreementBox({ text, href, ...box }: AgreementBoxProps) {
  const t = useTranslate()
  const [, words = ''] = text.split(/<\/?doc>/)
  return (
    <Checkbox
      {...box}
      aside={
        href === undefined ? undefined : (
          <span className={css.open}>
            <TextLink href={href} isNewTab isQuiet>
              <span>{t('consent.open')}</span>
              <VisuallyHidden> {words}</VisuallyHidden>
            </TextLink>
          </span>
        )
      }
    >
      <LinkedText text={text} link={(linked) => linked} />
    </Checkbox>
  )
}
