import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { closeMovedMoney, closePanel, usePanels } from '#web/lib/page/panels.ts'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'

const OpenedPanels = lazyComponent(() => import('./OpenedPanels.tsx'))

/** The panels, once one has been opened: no first screen begins with one. */
export function Panels() {
  const { open, assets, account, exchange, moved } = usePanels()
  if (!(assets || account || exchange || moved)) return null
  return (
    <LazyBoundary isOpen={open !== undefined || moved?.isOpen === true} onClose={closeAll}>
      <OpenedPanels />
    </LazyBoundary>
  )
}

/** What could not be loaded is not open: the next opening loads it again. */
function closeAll(): void {
  closePanel()
  closeMovedMoney()
}
