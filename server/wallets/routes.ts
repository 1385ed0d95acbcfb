import * as calls from '#contract/wallets'
import { toDecimal } from '#money/amount'
import { type Http, ok, route } from '#server/http/route'
import { type UserAccount, userAccountsOf } from '#server/ledger/accounts'
import { openAccount, type WalletsDeps } from './wallets.ts'

/** Accounts on the wire; the list is read from `results[0].accounts`. */
export function walletsRoutes(http: Http, deps: WalletsDeps): void {
  route(http, calls.wallet, async ({ user }) => {
    const accounts = await deps.database.read(userAccountsOf(user.userId))
    return { status: 'ok' as const, results: [{ accounts: accounts.map(onTheWire) }] }
  })
  route(http, calls.openAccount, async ({ body, user, idempotencyKey, now, t }) => {
    const account = await openAccount(deps, body.currency_code, { userId: user.userId, idempotencyKey: idempotencyKey(), now })
    return { ...ok(t('answer.account_opened', { code: body.currency_code })), account }
  })
}

function onTheWire({ id, balance }: UserAccount): { id: string; currency_code: string; balance: string } {
  return { id, currency_code: balance.currency, balance: toDecimal(balance) }
}
