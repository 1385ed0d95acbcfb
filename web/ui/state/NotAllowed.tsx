import { IDENTIFICATION_PATH } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from './Notice.tsx'

/** What this user may not do yet, in the words of `title`, with the way to be allowed. */
export function NotAllowed({ title }: { readonly title: string }) {
  const t = useTranslate()
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <ButtonLink variant="secondary" size="m" to={IDENTIFICATION_PATH}>
          {t('alert.verify')}
        </ButtonLink>
      }
    />
  )
}
