import { WHOLE_TABLES } from '#server/db/planner'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { type BooksPart, debtsOf } from './books-part.ts'
import type { ChainPlace } from './checkpoint-content.ts'

/** Up to where everything was found right: the place in the chain of checkpoints, and when. */
export interface VerifiedPart extends ChainPlace {
  readonly verifiedAt: Date
}

const FIND = {
  name: 'verified_part.find',
  text: 'select checkpoint_number as number, checkpoint_hash as hash, seq_to, verified_at as "verifiedAt" from verified_part',
}

/** The verified part, if there is one. */
export function findVerifiedPart(queryable: Queryable): Promise<VerifiedPart | undefined> {
  return queryable.find<VerifiedPart>(FIND)
}

const FORGET = { name: 'verified_part.forget', text: 'delete from verified_part' }

/** Has the next verification look at everything. */
export async function forgetVerifiedPart(tx: Transaction): Promise<void> {
  await tx.run(FORGET)
}

const FORGET_BALANCES = { name: 'verified_part.forget_balances', text: 'delete from verified_balance' }
const FORGET_OPEN = { name: 'verified_part.forget_open', text: 'delete from verified_open_operation' }
const HAS_CHECKPOINT = { name: 'verified_part.has_checkpoint', text: 'select number from checkpoint limit 1' }
const LAST = '(select number, hash, seq_to from checkpoint order by number desc limit 1)'
const KEEP = {
  name: 'verified_part.keep',
  text: `insert into verified_part (checkpoint_number, checkpoint_hash, seq_to, verified_at)
    select number, hash, seq_to, now() from ${LAST} as last
    on conflict (is_only) do update set checkpoint_number = excluded.checkpoint_number, checkpoint_hash = excluded.checkpoint_hash,
      seq_to = excluded.seq_to, verified_at = excluded.verified_at`,
}

const keepBalances = (books: BooksPart) => ({
  name: `verified_part.keep_balances_${books.name}`,
  text: `insert into verified_balance as known (account_id, currency, balance_minor, owed_minor)
    select account_id, currency, sum(balance_minor), sum(owed_minor)
    from (
      select account_id, booked.currency, balance_minor, owed_minor
      from (
        select account_id, currency, amount_minor as balance_minor, 0 as owed_minor, transfer_id from ${books.entries} as entry
        union all
        select account_id, currency, 0, owed_minor, transfer_id from ${debtsOf(books)} as debt
      ) as booked
      join ${books.transfers} as transfer on transfer.id = transfer_id
      where seq <= (select seq_to from verified_part)
      ${books.isWhole ? `union all select account_id, currency, balance_minor, owed_minor from ${books.balancesBefore} as before` : ''}
    ) as summed
    group by account_id, currency
    order by account_id
    on conflict (account_id) do update
      set balance_minor = known.balance_minor + excluded.balance_minor, owed_minor = known.owed_minor + excluded.owed_minor`,
})

const keepOpen = ({ name, operations }: BooksPart) => ({
  name: `verified_part.keep_open_${name}`,
  text: `insert into verified_open_operation select id from ${operations} as operation where ended_at is null`,
})

/**
 * Moves the end of the verified part to the last checkpoint, after a part of the books that reaches from its present end, or from the
 * beginning, was found right. Without a checkpoint there is none.
 */
export async function keepVerifiedPart(tx: Transaction, books: BooksPart): Promise<void> {
  if ((await tx.find(HAS_CHECKPOINT)) === undefined) return
  await tx.list(WHOLE_TABLES)
  await tx.run(KEEP)
  if (books.isWhole) await tx.run(FORGET_BALANCES)
  await tx.run(keepBalances(books))
  await tx.run(FORGET_OPEN)
  await tx.run(keepOpen(books))
}
