import { Refusal } from '#server/http/refusal'
import type { PayoutProvider } from '#server/providers/payouts/port'

export interface CardFieldDeps {
  readonly payouts: PayoutProvider
  /** The origin of the page that shows the card field, and the origins of pages that may frame it. */
  readonly page: { readonly origin: string; readonly ancestorOrigins: readonly string[] }
}

/** Opens the provider's card field for a person and returns the address of its page. Refuses not_found when the provider has no card field. */
export async function openCardField({ payouts, page }: CardFieldDeps, userId: string): Promise<string> {
  if (!payouts.cardField) throw new Refusal({ code: 'not_found' })
  return payouts.cardField.open({ owner: userId, pageOrigin: page.origin, ancestorOrigins: page.ancestorOrigins })
}
