import { type ReactNode, Suspense, useEffect } from 'react'
import { Greeting } from '#web/features/profile/Greeting.tsx'
import { useRequirePin } from '#web/features/profile/require-pin.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useAttemptMark } from '#web/lib/api/use-attempt-mark.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { closePanel } from '#web/lib/page/panels.ts'
import { reload } from '#web/lib/page/reload.ts'
import { isDesktop, useViewport } from '#web/lib/page/viewport.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useServerTexts } from '#web/lib/texts/server-texts.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Notifications } from '#web/panels/Notifications.tsx'
import { Panels } from '#web/panels/Panels.tsx'
import { AmountsToggle } from '#web/ui/amount/AmountsToggle.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Logo } from '#web/ui/page/BrandArt.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { Navigation } from '#web/ui/page/Navigation.tsx'
import { OfflineBar } from '#web/ui/page/OfflineBar.tsx'
import { MAIN_ID } from '#web/ui/page/SkipLink.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import css from './Registered.module.css'

const loadSidePane = () => import('#web/panels/SidePane.tsx')
const SidePane = lazyComponent(loadSidePane)
// A desktop loads it together with the shell. A failure shows when the pane is drawn.
if (isDesktop()) loadSidePane().catch(() => undefined)
const FrozenNotice = lazyComponent(() => import('#web/features/auth/FrozenNotice.tsx'))
const LostAttempt = lazyComponent(() => import('#web/panels/LostAttempt.tsx'))
const ConsentDialog = lazyComponent(() => import('#web/panels/ConsentDialog.tsx'))

/** The signed-in shell: header, navigation, the routed screen, and from 920 px the right pane. */
export default function Registered({ children }: { readonly children?: ReactNode }) {
  const t = useTranslate()
  const viewport = useViewport()
  const { pathname } = useHistoryEntry()
  useServerTexts()
  useRequirePin()
  const { missing_consents, frozen } = useProfile() ?? {}
  const hasOpenAttempt = useAttemptMark(({ stored }) => stored !== undefined)
  useEffect(() => {
    // Read, so that it runs for every screen: a panel belongs to the one that opened it.
    if (pathname) closePanel()
  }, [pathname])
  const isWide = viewport === 'desktop'
  const greeting = pathname === PATHS.Home ? 'page' : 'line'
  const inBar = pathname === PATHS.Home || pathname === PATHS.Settings ? 'bar' : 'line'
  return (
    <div className={css.shell}>
      <header className={css.header}>
        <div className={css.line} data-size={viewport === 'phone' ? inBar : undefined}>
          {viewport === 'phone' ? <Greeting size={inBar} /> : <HomeLogo />}
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
              <Beside pathname={pathname}>
                <FrozenNotice by={frozen} />
              </Beside>
            ) : null}
            <Suspense>{children}</Suspense>
          </main>
        </ErrorBoundary>
        {isWide ? (
          <aside className={css.pane} aria-label={t('profile.title')}>
            <Panels />
            <Beside pathname={pathname} fallback={(id) => <PaneFailure id={id} />}>
              <SidePane pathname={pathname} />
            </Beside>
          </aside>
        ) : (
          <Panels />
        )}
      </div>
      {viewport === 'phone' ? <Navigation look="tabs" /> : null}
      {hasOpenAttempt ? (
        <Beside pathname={pathname}>
          <LostAttempt />
        </Beside>
      ) : null}
      {missing_consents?.length ? (
        <Beside pathname={pathname}>
          <ConsentDialog />
        </Beside>
      ) : null}
    </div>
  )
}

interface BesideProps {
  readonly pathname: string
  /** In its place when it fails; nothing when left out. */
  readonly fallback?: (id: string) => ReactNode
  readonly children: ReactNode
}

/** Something beside the screen that is loaded when it is needed; it leaves the screen alone when it fails. */
function Beside({ pathname, fallback = () => null, children }: BesideProps) {
  return (
    <ErrorBoundary resetKey={pathname} fallback={fallback}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** The pane alone could not be drawn or fetched: the screen beside it goes on. Without a network the bar above says why it is not there. */
function PaneFailure({ id }: { readonly id: string }) {
  const t = useTranslate()
  if (!useIsOnline()) return null
  return <ErrorBlock message={t('page.crash_title')} cause={t('page.crash_text', { id })} onRetry={reload} />
}

function HomeLogo() {
  const t = useTranslate()
  return (
    <Link className={css.logo} to={PATHS.Home} aria-label={t('a11y.home_link', { brand: currentBrand().name })}>
      <Logo />
    </Link>
  )
}
