import { PATHS } from '#web/lib/address/paths.ts'
import type { Recipient } from './queries.ts'

/** What a recipient is called: by the user's own name where there is one. */
export function calledOf({ own_name, shown }: Pick<Recipient, 'own_name' | 'shown'>): string {
  return own_name ?? shown
}

/** The path of the form that sends to a recipient again, in the currency of the last time. */
export function sendPath({ id, kind, currency_code }: Pick<Recipient, 'id' | 'kind' | 'currency_code'>): string {
  const path = kind === 'person' ? PATHS.SendToPerson : PATHS.WalletWithdrawal
  return `${path}?${new URLSearchParams({ to: id, currencyCode: currency_code })}`
}

const KINDS: readonly Recipient['kind'][] = ['person', 'card', 'address']

/** A kind of recipients as the address of the screen says it; nothing for any other text. */
export function readKind(unchecked: string | null): Recipient['kind'] | undefined {
  return KINDS.find((kind) => kind === unchecked)
}
