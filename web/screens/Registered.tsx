import { type ReactNode, Suspense, useEffect } from 'react'
import { Greeting } from '#web/features/profile/Greeting.tsx'
import { usePinDemand } from '#web/features/profile/pin-demand.ts'
import { useEntry } from '#web/lib/address/entry.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { lazyPart } from '#web/lib/page/lazy.tsx'
import { closePanel } from '#web/lib/page/panels.ts'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useServerTexts } from '#web/lib/texts/server-texts.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { Notifications } from '#web/panels/Notifications.tsx'
import { Panels, RightPane } from '#web/panels/RightPane.tsx'
import { AmountsEye } from '#web/ui/amount/AmountsEye.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Logo } from '#web/ui/page/BrandArt.tsx'
import { CrashBoundary } from '#web/ui/page/CrashPage.tsx'
import { Navigation } from '#web/ui/page/Navigation.tsx'
import { OfflineBar } from '#web/ui/page/OfflineBar.tsx'
import { MAIN_ID } from '#web/ui/page/SkipLink.tsx'
import css from './Registered.module.css'

const ConsentDemand = lazyPart(() => import('#web/panels/ConsentDemand.tsx'))

/** The signed-in shell: header, navigation, the routed screen, and from 920 px the right pane. */
export default function Registered({ children }: { readonly children?: ReactNode }) {
  const viewport = useViewport()
  const { pathname } = useEntry()
  useServerTexts()
  usePinDemand()
  const isConsentMissing = (useProfile()?.missing_consents.length ?? 0) > 0
  useEffect(() => {
    // Read, so that it runs for every screen: a panel belongs to the one that opened it.
    if (pathname) closePanel()
  }, [pathname])
  const isWide = viewport === 'desktop'
  return (
    <div className={css.shell}>
      <header className={css.header}>
        <div className={css.line}>
          {viewport === 'phone' ? <Greeting size="bar" /> : <HomeLogo />}
          {viewport === 'phone' ? null : <Navigation look="bar" />}
          <div className={css.buttons}>
            <AmountsEye />
            <Notifications />
          </div>
        </div>
      </header>
      <OfflineBar />
      <div className={css.panes}>
        {/* Around the main part: the page of a crash has a main part of its own. */}
        <CrashBoundary resetKey={pathname}>
          <main id={MAIN_ID} className={css.main} tabIndex={-1}>
            {viewport === 'phone' ? null : (
              <div className={css.greeting}>
                <Greeting size="page" />
              </div>
            )}
            <Suspense>{children}</Suspense>
          </main>
        </CrashBoundary>
        {isWide ? <RightPane /> : <Panels />}
      </div>
      {viewport === 'phone' ? <Navigation look="tabs" /> : null}
      {isConsentMissing ? (
        <CrashBoundary resetKey={pathname} instead={() => null}>
          <Suspense>
            <ConsentDemand />
          </Suspense>
        </CrashBoundary>
      ) : null}
    </div>
  )
}

function HomeLogo() {
  const t = useTexts()
  return (
    <Link className={css.logo} to={PATHS.Home} aria-label={t('a11y.home_link', { brand: currentBrand().name })}>
      <Logo />
    </Link>
  )
}
