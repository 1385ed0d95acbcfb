import { PATHS } from '#web/lib/address/paths.ts'
import { useViewport } from '#web/lib/page/viewport.ts'
import { clearSessionEnd } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { AuthPicture } from '#web/ui/page/BrandArt.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './AuthIn.module.css'

/** The landing screen: what this is, the way to a new wallet, and to one's own. */
export default function AuthIn() {
  const t = useTranslate()
  const end = useSession((session) => session.end)
  const isWide = useViewport() === 'desktop'
  return (
    <div className={css.landing}>
      {end ? <Notice title={t(end === 'expired' ? 'session.expired' : 'session.ended')} isAnnounced /> : null}
      {isWide ? null : <AuthPicture />}
      <div className={css.words}>
        <ScreenTitle>{t('authin.title')}</ScreenTitle>
        <p className={css.subtitle}>{t('authin.subtitle')}</p>
      </div>
      <div className={css.ways}>
        <ButtonLink to={PATHS.Register} isWide onClick={clearSessionEnd}>
          {t('authin.register')}
        </ButtonLink>
        <p className={css.other}>
          {t('authin.already_have')}{' '}
          <span className={css.link}>
            <TextLink to={PATHS.LogIn}>{t('authin.login')}</TextLink>
          </span>
        </p>
      </div>
    </div>
  )
}
