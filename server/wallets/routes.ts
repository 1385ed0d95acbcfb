import { accountNumber } from '#contract/account-number'
import { accountsBefore } from '#contract/accounts-before'
import * as ownCalls from '#contract/own-accounts'
import { wallet } from '#contract/wallets'
import { toDecimal } from '#money/amount'
import { type Http, ok, route } from '#server/http/route'
import { balancesAt } from './before.ts'
import { listOwnAccounts, orderAccounts, saveAccount } from './own-accounts.ts'
import type { MarkedAccount } from './rules.ts'
import { openAccount, type WalletsDeps } from './wallets.ts'

const BEFORE_MS = 30 * 86_400_000

/** Accounts on the wire; the list is read from `results[0].accounts`. */
export function walletsRoutes(http: Http, deps: WalletsDeps): void {
  const { database } = deps
  route(http, wallet, async ({ user }) => {
    const accounts = await listOwnAccounts(database, user.userId)
    return { status: 'ok' as const, results: [{ accounts: accounts.map((account) => onTheWire(account, deps)) }] }
  })
  route(http, accountsBefore, async ({ user, now }) => {
    const since = new Date(now.getTime() - BEFORE_MS)
    const balances = await balancesAt(database, user.userId, since)
    const results = balances.map(({ accountId, balance }) => ({
      account_id: accountId,
      currency_code: balance.currency,
      balance_30_days_ago: toDecimal(balance),
    }))
    return { status: 'ok' as const, since: since.toISOString(), results }
  })
  route(http, ownCalls.openAccount, async ({ body, user, idempotencyKey, now, t }) => {
    const account = await openAccount(deps, body.currency_code, { userId: user.userId, idempotencyKey: idempotencyKey(), now })
    return { ...ok(t('answer.account_opened', { code: body.currency_code })), account }
  })
  route(http, ownCalls.saveAccount, async ({ body, user, t }) => {
    const { account_id: accountId, own_name, color, is_hidden: isHidden } = body
    // An empty name is none.
    const ownName = own_name === '' ? null : own_name
    await saveAccount(database, { userId: user.userId, accountId }, { ownName, color, isHidden })
    return ok(t('answer.account_saved'))
  })
  route(http, ownCalls.orderAccounts, async ({ body, user, t }) => {
    await orderAccounts(database, user.userId, body.account_ids)
    return ok(t('answer.accounts_ordered'))
  })
}

function onTheWire(
  { account: { id, balance }, ownName, color, isHidden }: MarkedAccount,
  { hasRequisites }: Pick<WalletsDeps, 'hasRequisites'>,
) {
  return {
    id,
    currency_code: balance.currency,
    balance: toDecimal(balance),
    number: accountNumber(id),
    own_name: ownName ?? undefined,
    color: color ?? undefined,
    is_hidden: isHidden,
    has_requisites: hasRequisites(balance.currency),
  }
}
