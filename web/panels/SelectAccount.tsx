import type { TextKey } from '#texts/texts'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import { closePanel, usePanels } from '#web/lib/page/panels.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

export const title: TextKey = 'panel.account.title'

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
