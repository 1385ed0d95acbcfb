import { useEffect } from 'react'
import { openPanel, usePanels } from '#web/lib/page/panels.ts'
import { chooseAccount, type ExchangeFormState, type Side } from './exchange-form.ts'

/**
 * Opens the account panel for a side, and keeps it in sync with the form while it is open: after "from" is selected, the panel continues with
 * "to".
 */
export function useAccountChoice(
  form: ExchangeFormState,
  change: (next: (form: ExchangeFormState) => ExchangeFormState) => void,
): (side: Side) => void {
  const isOpen = usePanels((panels) => panels.open === 'exchange')
  const { from, to } = form.accountIds
  function open(tab: Side): void {
    openPanel('exchange', {
      tab,
      chosen: { from, to },
      onChoose: (side, accountId) => change((before) => chooseAccount(before, side, accountId)),
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew only when the accounts of the form change
  useEffect(() => {
    if (isOpen) open(usePanels.getState().exchange?.tab ?? 'to')
  }, [from, to])
  return open
}
