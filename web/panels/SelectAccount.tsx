import type { TextKey } from '#texts/texts'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { closePanel, type PanelState, usePanels } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

/** What is chosen: the account that money leaves, or the one it arrives at. */
export function title({ account }: PanelState): TextKey {
  return account?.direction === 'in' ? 'panel.account.title_in' : 'panel.account.title'
}

/** The panel that chooses one account; a choice closes it. */
export default function SelectAccount() {
  const t = useTranslate()
  const context = usePanels((panels) => panels.account)
  function choose(accountId: string): void {
    context?.onChoose(accountId)
    closePanel()
  }
  return <AccountChooser look="rows" label={t('a11y.results')} isCoded chosenId={context?.chosen} onChoose={choose} />
}
