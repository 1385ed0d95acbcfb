import type { ComponentType } from 'react'
import type { TextKey } from '#texts/texts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { closeMovedMoney, closePanel, type PanelName, type PanelState, usePanels } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'

interface PanelModule {
  /** Some titles depend on what the panel was opened with. */
  readonly title: TextKey | ((panels: PanelState) => TextKey)
  readonly default: ComponentType
}

const PANELS = {
  assets: lazyComponent(async () => framed(await import('./SearchAssets.tsx'))),
  account: lazyComponent(async () => framed(await import('./SelectAccount.tsx'))),
  exchange: lazyComponent(async () => framed(await import('./SelectExchange.tsx'))),
} as const satisfies Record<PanelName, unknown>

const MovedMoneySheet = lazyComponent(() => import('./MovedMoneySheet.tsx'))

/** The panels that have been opened, each in its frame, and the sheet of money that has arrived; loaded when first opened. */
export default function OpenedPanels() {
  const { open, assets, account, exchange, moved } = usePanels()
  return (
    <>
      <LazyBoundary isOpen={open !== undefined} onClose={closePanel}>
        {assets ? <PANELS.assets isOpen={open === 'assets'} /> : null}
        {account ? <PANELS.account isOpen={open === 'account'} /> : null}
        {exchange ? <PANELS.exchange isOpen={open === 'exchange'} /> : null}
      </LazyBoundary>
      {moved ? (
        <LazyBoundary isOpen={moved.isOpen} onClose={closeMovedMoney}>
          <MovedMoneySheet />
        </LazyBoundary>
      ) : null}
    </>
  )
}

/** A panel in its frame; the frame is loaded with the first panel. */
async function framed({
  title,
  default: Content,
}: PanelModule): Promise<{ readonly default: ComponentType<{ readonly isOpen: boolean }> }> {
  const { Panel } = await import('./Panel.tsx')
  return {
    default: function FramedPanel({ isOpen }) {
      const t = useTranslate()
      const key = usePanels((panels) => (typeof title === 'function' ? title(panels) : title))
      return (
        <Panel isOpen={isOpen} title={t(key)}>
          <Content />
        </Panel>
      )
    },
  }
}
