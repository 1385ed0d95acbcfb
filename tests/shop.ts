import { type Answer, PIN, type Reachable, type TestUser } from '#tests/builders'

/** How the sandbox's vendor ends the payment of an order. */
export type ShopCourse = 'paid' | 'declined' | 'slow_paid' | 'slow_declined' | 'silent' | 'refused'

interface ShopOrderAsked {
  readonly format: 'sbp' | 'qris' | 'pix' | 'gost' | 'epc'
  /** Left out where the payer says how much. */
  readonly amount?: string
  readonly course?: ShopCourse
  readonly fee?: string
  /** The name that the code has, whoever sells. */
  readonly claimed_name?: string
}

/** An order of the sandbox's shop. */
export interface ShopOrder {
  readonly id: string
  readonly code: string
  readonly seller: string
  readonly currency: string
}

/** Has the shop of a wallet's sandbox take an order, and show its code. */
export function aShopOrder(wallet: Reachable, order: ShopOrderAsked): Promise<ShopOrder> {
  return aShopOrderAt(`${wallet.url}/sandbox`, order)
}

/** As aShopOrder, of a sandbox by its root URL. */
export async function aShopOrderAt(sandboxUrl: string, order: ShopOrderAsked): Promise<ShopOrder> {
  const response = await fetch(`${sandboxUrl}/shop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (response.status !== 201) throw new Error(`The shop answered ${response.status}`)
  return (await response.json()) as ShopOrder
}

/** Asks who is paid by a code. */
export function quoteOf(user: TestUser, code: string): Promise<Answer> {
  return user.post('/v2/wallet/payment/quote', { code })
}

interface PaymentSent {
  readonly quote_id: unknown
  readonly currency: string
  readonly amount?: string | undefined
  readonly pin?: string
  readonly key?: string
}

/** Pays a quote from the person's account in a currency. */
export async function payQuote(user: TestUser, { quote_id, currency, amount, pin = PIN, key }: PaymentSent): Promise<Answer> {
  const { id: account_id } = await user.account(currency)
  const body = { quote_id, account_id, pin, ...(amount !== undefined && { amount }) }
  return user.post('/v2/wallet/payment', body, key === undefined ? {} : { key })
}

/** Pays an order of the shop by its code. */
export async function payCode(
  user: TestUser,
  { code, currency }: ShopOrder,
  sent: { readonly amount?: string; readonly key?: string } = {},
): Promise<Answer> {
  const { quote_id } = await quoteOf(user, code)
  return payQuote(user, { quote_id, currency, ...sent })
}
