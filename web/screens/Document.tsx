import { useParams } from 'wouter'
import { PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { hasText, useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Logo } from '#web/ui/page/BrandArt.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { MAIN_ID } from '#web/ui/page/SkipLink.tsx'
import css from './Document.module.css'
import NotFound from './NotFound.tsx'

/** A document of the brand, by its id; for anybody, signed in or not. */
export default function Document() {
  const t = useTranslate()
  const { id } = useParams()
  const document = currentBrand().documents.find((each) => each.id === id)
  if (!document) return <NotFound />
  const title = `document.${document.id}`
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Logo />
      </header>
      <main id={MAIN_ID} className={css.main} tabIndex={-1}>
        <ScreenHeader title={hasText(title) ? t(title) : document.id} backTo={PATHS.Home} />
        <Card>
          <p className={css.version}>{t('profile.version', { version: document.version })}</p>
          <p className={css.text}>{t('document.text')}</p>
        </Card>
      </main>
    </div>
  )
}
