import { stateOf } from '#contract/operation-states'
import type { Obstacle } from '#contract/refusals'
import { decimalAmount } from '#money/amount'
import type { Money } from '#money/money'
import type { Queryable } from '#server/db/queryable'
import type { UserAccount } from '#server/ledger/accounts'

const STANDING = {
  name: 'person.standing',
  text: `select is_frozen, exists (
      select from operator_case
      -- What is looked into of a person must not be told to them.
      where resolved_at is null and operator_case.kind not in ('sender_reported', 'transfer_held', 'card_of_several_wallets', 'request_paid_fast') and (
        exists (
          select from operation_leg
          where operation_leg.operation_id = operator_case.operation_id and operation_leg.user_id = wallet_user.id
        )
        or reference in (select id::text from identification where identification.user_id = wallet_user.id)
      )
    ) as has_case
    from wallet_user
    where id = $1`,
}
// From the totals, which are there as soon as an operation is: somebody may have done very much.
const KINDS = {
  name: 'person.kinds_of_operations',
  text: `select kind, state
    from account
    join daily_total on daily_total.account_id = account.id
    where user_id = $1
    group by kind, state
    having sum(legs) > 0
    order by kind`,
}

/**
 * What keeps a person from closing their wallet: money, debts, what is under way, a case that the operator looks into, a freeze; nothing
 * when it may be closed. It is the last word if the accounts are locked, as they are given.
 */
export async function findObstacles(
  queryable: Queryable,
  userId: string,
  accounts: readonly UserAccount[],
): Promise<readonly Obstacle[]> {
  const standing = await queryable.find<{ is_frozen: boolean; has_case: boolean }>(STANDING, [userId])
  const kinds = await queryable.list<{ kind: string; state: string }>(KINDS, [userId])
  const pending = kinds.filter(({ kind, state }) => stateOf(kind, state).apiState === 'pending')
  const underWay = new Set(pending.map(({ kind }) => obstacleOf(kind)))
  return [
    ...(standing?.is_frozen ? [{ kind: 'frozen' } as const] : []),
    ...accounts.flatMap(({ balance }) => amountObstacle('balance', balance)),
    ...accounts.flatMap(({ owed }) => amountObstacle('debt', owed)),
    ...[...underWay].map((kind) => ({ kind })),
    ...(standing?.has_case ? [{ kind: 'case' } as const] : []),
  ]
}

function obstacleOf(kind: string): 'topup' | 'withdrawal' | 'operation' {
  return kind === 'topup' || kind === 'withdrawal' ? kind : 'operation'
}

function amountObstacle(kind: 'balance' | 'debt', amount: Money): Obstacle[] {
  return amount.minor === 0n ? [] : [{ kind, amount: decimalAmount(amount) }]
}
