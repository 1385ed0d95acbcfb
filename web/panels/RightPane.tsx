import { type ComponentType, Suspense } from 'react'
import type { TextKey } from '#texts/texts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { closePanel, type PanelName, usePanels } from '#web/lib/page/panels.ts'
import { reload } from '#web/lib/page/reload.ts'
import { isDesktop } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import type { ProfileProps } from './Profile.tsx'
import css from './RightPane.module.css'

interface PanelModule {
  readonly title: TextKey
  readonly default: ComponentType
}

const PANELS = {
  assets: lazyComponent(async () => framed(await import('./SearchAssets.tsx'))),
  account: lazyComponent(async () => framed(await import('./SelectAccount.tsx'))),
  exchange: lazyComponent(async () => framed(await import('./SelectExchange.tsx'))),
} as const satisfies Record<PanelName, unknown>

const loadProfile = async (): Promise<{ readonly default: ComponentType<ProfileProps> }> => ({
  default: (await import('./Profile.tsx')).Profile,
})
const Profile = lazyComponent(loadProfile)
// Where there is room for it it comes with the shell; a phone shows it on the settings screen only. A failure shows when it is drawn.
if (isDesktop()) loadProfile().catch(() => undefined)

/** The right pane of the signed-in shell from 920 px: the profile, or the open panel in its place. */
export function RightPane() {
  const t = useTranslate()
  const { pathname } = useHistoryEntry()
  const isSettings = pathname === PATHS.Settings
  const isPanelOpen = usePanels((panels) => panels.open !== undefined)
  return (
    <aside className={css.pane} aria-label={t('profile.title')}>
      <ErrorBoundary resetKey={pathname} fallback={(id) => <PaneFailure id={id} />}>
        <Panels />
        {isPanelOpen ? null : (
          <Suspense>
            <Profile part={isSettings ? 'person' : 'all'} isMain={isSettings} />
          </Suspense>
        )}
      </ErrorBoundary>
    </aside>
  )
}

/** The pane alone could not be drawn or fetched: the screen beside it goes on. */
function PaneFailure({ id }: { readonly id: string }) {
  const t = useTranslate()
  return <ErrorBlock message={t('page.crash_title')} cause={t('page.crash_text', { id })} onRetry={reload} />
}

/** The panels that have been opened, each in its frame; loaded when first opened. */
export function Panels() {
  const { open, assets, account, exchange } = usePanels()
  return (
    <LazyBoundary isOpen={open !== undefined} onClose={closePanel}>
      {assets ? <PANELS.assets isOpen={open === 'assets'} /> : null}
      {account ? <PANELS.account isOpen={open === 'account'} /> : null}
      {exchange ? <PANELS.exchange isOpen={open === 'exchange'} /> : null}
    </LazyBoundary>
  )
}

/** A panel in its frame, which comes with the first of them. */
async function framed({
  title,
  default: Content,
}: PanelModule): Promise<{ readonly default: ComponentType<{ readonly isOpen: boolean }> }> {
  const { Panel } = await import('./Panel.tsx')
  return {
    default: function FramedPanel({ isOpen }) {
      const t = useTranslate()
      return (
        <Panel isOpen={isOpen} title={t(title)}>
          <Content />
        </Panel>
      )
    },
  }
}
