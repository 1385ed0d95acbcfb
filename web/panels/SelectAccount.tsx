import type { TextKey } from '#texts/texts'
import { AccountList } from '#web/features/wallets/AccountList.tsx'
import { closePanel, usePanels } from '#web/lib/page/panels.ts'

export const title: TextKey = 'panel.account.title'

/** The panel that chooses one account; a choice closes it. */
export default function SelectAccount() {
  const context = usePanels((panels) => panels.account)
  function choose(accountId: string): void {
    context?.onChoose(accountId)
    closePanel()
  }
  return <AccountList variant="coded" chosenId={context?.chosen} onChoose={choose} />
}
