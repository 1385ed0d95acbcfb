import { useParams } from 'wouter'
import { PATHS } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { loadDocumentText } from '#web/lib/brand/document-text.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatFullDay } from '#web/lib/texts/seldom-formats.ts'
import { hasText, useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Markdown } from '#web/ui/Markdown.tsx'
import { Logo } from '#web/ui/page/BrandArt.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { MAIN_ID } from '#web/ui/page/SkipLink.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Document.module.css'
import NotFound from './NotFound.tsx'

/** A document of the brand, by its id; for anybody, signed in or not. */
export default function Document() {
  const t = useTranslate()
  const { id } = useParams()
  const language = useSession((session) => session.language)
  const document = currentBrand().documents.find((each) => each.id === id)
  if (!document) return <NotFound />
  const title = `document.${document.id}`
  const date = formatFullDay(`${document.version}T00:00`, { language })
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Logo />
      </header>
      <main id={MAIN_ID} className={css.main} tabIndex={-1}>
        <ScreenHeader title={hasText(title) ? t(title) : document.id} backTo={PATHS.Home} />
        <Card>
          <p className={css.version}>
            {date ? t('policy.version', { date }) : t('profile.version', { version: document.version })}
          </p>
          <DocumentText id={document.id} />
        </Card>
      </main>
    </div>
  )
}

/** What the brand's folder says of it in the language of the page, or that nobody has published it yet. */
function DocumentText({ id }: { readonly id: string }) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { data, failure } = useRetryableQuery({
    queryKey: ['document', id, language],
    queryFn: () => loadDocumentText(id, language),
  })
  if (failure) return <LoadError message={t('common.load_failed')} failure={failure} />
  if (data === undefined) return <Skeleton height="12em" />
  if (data === null) return <p className={css.text}>{t('document.text')}</p>
  return (
    <Stack gap="fields">
      {data.isSample ? <Notice tone="warning" title={t('policy.sample')} /> : null}
      <Markdown key={language} blocks={data.blocks} />
    </Stack>
  )
}
