import Clock from 'lucide-react/icons/clock'
import Landmark from 'lucide-react/icons/landmark'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { inLanguage } from '#texts/languages'
import { PATHS } from '#web/lib/address/paths.ts'
import { brandOperator } from '#web/lib/brand/operator.ts'
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

/** The landing screen: what this is, the way to a new wallet and to one's own; what it costs, how long it takes and whose it is. */
export default function AuthIn() {
  const t = useTranslate()
  const end = useSession((session) => session.end)
  const isWide = useViewport() === 'desktop'
  return (
    <div className={css.landing}>
      {end ? <Notice title={t(`session.${end}`)} isAnnounced /> : null}
      {isWide ? null : (
        <div className={css.picture}>
          <AuthPicture />
        </div>
      )}
      <div className={css.words}>
        <ScreenTitle>{t('authin.title')}</ScreenTitle>
        <p className={css.subtitle}>{t('authin.subtitle')}</p>
      </div>
      <Facts />
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

/** What somebody wants to know before they begin. */
function Facts() {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const operator = brandOperator()
  return (
    <ul className={css.facts}>
      <Fact icon={<Wallet size={20} strokeWidth={1.75} aria-hidden />}>{t('authin.cost')}</Fact>
      <Fact icon={<Clock size={20} strokeWidth={1.75} aria-hidden />}>{t('authin.time')}</Fact>
      {operator ? (
        <Fact icon={<Landmark size={20} strokeWidth={1.75} aria-hidden />}>
          {inLanguage(operator.name, language)}
          <span className={css.licence}>{inLanguage(operator.licence, language)}</span>
        </Fact>
      ) : null}
    </ul>
  )
}

function Fact({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className={css.fact}>
      {icon}
      <span>{children}</span>
    </li>
  )
}
