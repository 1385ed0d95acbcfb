import { IDENTIFICATION_PATH } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from './Notice.tsx'

/** Says that this user may not use a feature yet, in the words of `title`, with the way to get permission. */
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
