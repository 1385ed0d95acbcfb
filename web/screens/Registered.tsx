import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Greeting } from '#web/features/profile/Greeting.tsx'
import { useRequirePin } from '#web/features/profile/require-pin.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { dropAttempt } from '#web/lib/api/open-attempt.ts'
import { useOpenAttempt } from '#web/lib/api/use-open-attempt.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { closePanel } from '#web/lib/page/panels.ts'
import { useViewport } from '#web/lib/page/viewport.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useServerTexts } from '#web/lib/texts/server-texts.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Notifications } from '#web/panels/Notifications.tsx'
import { Panels, RightPane } from '#web/panels/RightPane.tsx'
import { AmountsToggle } from '#web/ui/amount/AmountsToggle.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Logo } from '#web/ui/page/BrandArt.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { Navigation } from '#web/ui/page/Navigation.tsx'
import { OfflineBar } from '#web/ui/page/OfflineBar.tsx'
import { MAIN_ID } from '#web/ui/page/SkipLink.tsx'
import css from './Registered.module.css'

const FrozenNotice = lazyComponent(() => import('#web/features/auth/FrozenNotice.tsx'))
const LostAttempt = lazyComponent(() => import('#web/panels/LostAttempt.tsx'))
const ConsentDialog = lazyComponent(() => import('#web/panels/ConsentDialog.tsx'))

/** The signed-in shell: header, navigation, the routed screen, and from 920 px the right pane. */
export default function Registered({ children }: { readonly children?: ReactNode }) {
  const viewport = useViewport()
  const { pathname } = useHistoryEntry()
  useServerTexts()
  useRequirePin()
  const { missing_consents, frozen } = useProfile() ?? {}
  const hasLostAttempt = useHasLostAttempt()
  useEffect(() => {
    // Read, so that it runs for every screen: a panel belongs to the one that opened it.
    if (pathname) closePanel()
  }, [pathname])
  const isWide = viewport === 'desktop'
  const greeting = isWide && pathname !== PATHS.Home ? 'line' : 'page'
  return (
    <div className={css.shell}>
      <header className={css.header}>
        <div className={css.line}>
          {viewport === 'phone' ? <Greeting size="bar" /> : <HomeLogo />}
          {viewport === 'phone' ? null : <Navigation look="bar" />}
          <div className={css.buttons}>
            <AmountsToggle />
            <Notifications />
          </div>
        </div>
      </header>
      <OfflineBar />
      <div className={css.panes}>
        {/* Around the main part: the page of a crash has a main part of its own. */}
        <ErrorBoundary resetKey={pathname}>
          <main id={MAIN_ID} className={css.main} tabIndex={-1}>
            {viewport === 'phone' ? null : (
              <div className={css.greeting} data-size={greeting}>
                <Greeting size={greeting} />
              </div>
            )}
            {frozen ? (
              <Aside pathname={pathname}>
                <FrozenNotice by={frozen} />
              </Aside>
            ) : null}
            <Suspense>{children}</Suspense>
          </main>
        </ErrorBoundary>
        {isWide ? <RightPane /> : <Panels />}
      </div>
      {viewport === 'phone' ? <Navigation look="tabs" /> : null}
      {hasLostAttempt ? (
        <Aside pathname={pathname}>
          <LostAttempt />
        </Aside>
      ) : null}
      {missing_consents?.length ? (
        <Aside pathname={pathname}>
          <ConsentDialog />
        </Aside>
      ) : null}
    </div>
  )
}

/** Whether this person has an attempt without an end; somebody else's, whose session has expired in this tab, is forgotten. */
function useHasLostAttempt(): boolean {
  const { data: profile, isPending } = useQuery(profileQuery)
  const attempt = useOpenAttempt((state) => state.attempt)
  const isOthers = Boolean(profile && attempt?.owner !== undefined && attempt.owner !== profile.phone)
  useEffect(() => {
    if (isOthers) dropAttempt()
  }, [isOthers])
  return attempt !== undefined && !isOthers && !isPending
}

/** Something beside the screen that is loaded when it is needed; it leaves the screen alone when it fails. */
function Aside({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  return (
    <ErrorBoundary resetKey={pathname} fallback={() => null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

function HomeLogo() {
  const t = useTranslate()
  return (
    <Link className={css.logo} to={PATHS.Home} aria-label={t('a11y.home_link', { brand: currentBrand().name })}>
      <Logo />
    </Link>
  )
}
