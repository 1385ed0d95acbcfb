import type { ResponseOf } from '#contract/call'
import type { accountRequisites } from '#contract/requisites'
import type { Reachable, TestUser } from '#tests/builders'

type Requisites = NonNullable<ResponseOf<typeof accountRequisites>['requisites']>

/** The requisites of somebody's account in a currency; fails where there are none. */
export async function requisitesOf(user: TestUser, currency: string): Promise<Requisites> {
  const { id } = await user.account(currency)
  const { http, requisites } = await user.get(`/v2/wallet/accounts/requisites?account_id=${id}`)
  if (http !== 200 || !requisites) throw new Error(`No requisites in ${currency}: ${http}`)
  return requisites as Requisites
}

/** Pays to requisites at the sandbox's bank; gives the payment's id. Without a currency it is the account's. */
export async function payTo(
  wallet: Reachable,
  paid: { readonly to: string; readonly amount: string; readonly currency?: string },
): Promise<string> {
  const response = await fetch(`${wallet.url}/sandbox/bank`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(paid),
  })
  if (response.status !== 201) throw new Error(`The bank answered ${response.status}`)
  return ((await response.json()) as { id: string }).id
}
