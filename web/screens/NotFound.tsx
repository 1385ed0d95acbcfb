import Compass from 'lucide-react/icons/compass'
import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { StatusPage } from '#web/ui/page/StatusPage.tsx'

/** An address that leads nowhere. */
export default function NotFound() {
  const t = useTranslate()
  return (
    <StatusPage
      Icon={Compass}
      title={t('page.404_title')}
      text={t('page.404_text')}
      action={<ButtonLink to={PATHS.Home}>{t('finish.home')}</ButtonLink>}
    />
  )
}
