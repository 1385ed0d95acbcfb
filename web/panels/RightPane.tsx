import { type ComponentType, Suspense } from 'react'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { closePanel, usePanels } from '#web/lib/page/panels.ts'
import { reload } from '#web/lib/page/reload.ts'
import { isDesktop } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './RightPane.module.css'
import type { SidePaneProps } from './SidePane.tsx'

const OpenedPanels = lazyComponent(() => import('./OpenedPanels.tsx'))
const loadSide = async (): Promise<{ readonly default: ComponentType<SidePaneProps> }> => ({
  default: (await import('./SidePane.tsx')).SidePane,
})
const SidePane = lazyComponent(loadSide)
// Where there is room for it it comes with the shell. A failure shows when it is drawn.
if (isDesktop()) loadSide().catch(() => undefined)

/** The right pane of the signed-in shell from 920 px: what helps beside the screen, or the open panel in its place. */
export function RightPane() {
  const t = useTranslate()
  const { pathname } = useHistoryEntry()
  const isPanelOpen = usePanels((panels) => panels.open !== undefined)
  return (
    <aside className={css.pane} aria-label={t('profile.title')}>
      <ErrorBoundary resetKey={pathname} fallback={(id) => <PaneFailure id={id} />}>
        <Panels />
        <Suspense>
          <SidePane pathname={pathname} isCovered={isPanelOpen} />
        </Suspense>
      </ErrorBoundary>
    </aside>
  )
}

/** The pane alone could not be drawn or fetched: the screen beside it goes on. */
function PaneFailure({ id }: { readonly id: string }) {
  const t = useTranslate()
  return <ErrorBlock message={t('page.crash_title')} cause={t('page.crash_text', { id })} onRetry={reload} />
}

/** The panels, once one has been opened: no first screen begins with one. */
export function Panels() {
  const { open, assets, account, exchange } = usePanels()
  if (!(assets || account || exchange)) return null
  return (
    <LazyBoundary isOpen={open !== undefined} onClose={closePanel}>
      <OpenedPanels />
    </LazyBoundary>
  )
}
