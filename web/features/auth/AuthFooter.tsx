import { currentBrand } from '#web/lib/brand/brand.ts'
import { useSupport } from '#web/lib/config/support.ts'
import { hasText, useTranslate } from '#web/lib/texts/texts.tsx'
import { SupportText } from '#web/ui/SupportText.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './AuthFooter.module.css'

/** The footer of every sign-in screen: the support's contacts, and the documents the brand links there. */
export function AuthFooter() {
  const t = useTranslate()
  const { documents, footerDocuments } = currentBrand()
  const { email, hours } = useSupport()
  const linked = footerDocuments.flatMap((id) => documents.find((document) => document.id === id) ?? [])
  return (
    <footer className={css.footer}>
      {linked.length > 0 ? (
        <ul className={css.documents} aria-label={t('policy.title')}>
          {linked.map(({ id, url }) => {
            const title = `document.${id}`
            return (
              <li key={id}>
                <TextLink href={url} isNewTab>
                  {hasText(title) ? t(title) : id}
                </TextLink>
              </li>
            )
          })}
        </ul>
      ) : null}
      <p className={css.support}>
        <span className={css.phone}>
          <span>
            <SupportText text="footer.support" />
          </span>
          {t('footer.support').includes(hours) ? null : <span className={css.hours}>{hours}</span>}
        </span>
        <TextLink href={`mailto:${email}`}>{email}</TextLink>
      </p>
    </footer>
  )
}
