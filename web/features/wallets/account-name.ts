import type { Translate } from '#web/lib/texts/texts.tsx'
import type { Account } from './accounts.ts'

/** What an account is called: the user's own name for it, else its currency's. */
export function accountName(t: Translate, { own_name, balance }: Pick<Account, 'own_name' | 'balance'>): string {
  return own_name ?? t(`currency.${balance.currency}`)
}
