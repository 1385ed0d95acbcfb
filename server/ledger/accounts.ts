import type { Currency } from '#money/currency'
import { BOOKED_CURRENCIES, CURRENCIES } from '#money/currency'
import type { Money } from '#money/money'
import { money } from '#money/money'
import { factSource, groupsOf } from '#server/db/batched'
import { idAt } from '#server/db/ids'
import { isNull } from '#server/db/planner'
import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

/** What a system account is for; docs/money.md has the entries of every operation. */
const SYSTEM_ROLES = [
  'liquidity',
  'fees',
  'topup_clearing',
  'payout_hold',
  'payout_clearing',
  'merchant_clearing',
  'transfer_hold',
  'suspense',
  'owed',
  'losses',
  'bank',
] as const
/** Which account of the system: each has one in every currency. */
export type SystemRole = (typeof SYSTEM_ROLES)[number]

/** A user's account as it stands: neither its balance nor what is owed on it is ever below zero. */
export interface UserAccount {
  readonly id: string
  readonly userId: string
  readonly balance: Money
  /** What the user owes us in this currency: the next money that comes pays it first. */
  readonly owed: Money
  /** Its user moves no money of their own will; what comes, is taken or given back without asking is posted all the same. */
  readonly isFrozen: boolean
  /** Its user has closed their wallet: it is frozen, and nothing is credited to it any more. What is taken back is owed. */
  readonly isClosed: boolean
}

// Far above any real balance, and below what a bigint column holds in currencies of many decimals.
const WHOLE_UNITS_MAX = 10n ** 12n
const MINOR_UNITS_MAX = 10n ** 18n

/** The most minor units on an account of a currency with so many decimals: a million million whole units, or what the books can count. */
export function mostOnAccount(scale: number): bigint {
  const most = WHOLE_UNITS_MAX * 10n ** BigInt(scale)
  return most < MINOR_UNITS_MAX ? most : MINOR_UNITS_MAX
}

/** The most that an account may hold. */
export function mostHeldOn({ balance: { currency } }: Pick<UserAccount, 'balance'>): Money {
  return money(currency, mostOnAccount(CURRENCIES[currency].scale))
}

/** Whether an account has room for a credit; more is refused before it is ordered (balance_max). */
export function hasRoomFor(account: UserAccount, credit: Money): boolean {
  return account.balance.minor + credit.minor <= mostHeldOn(account).minor
}

/** Finds the id of a system account; throws for a currency that the books do not hold. */
export type FindSystemAccount = (role: SystemRole, currency: Currency) => string

interface AccountRow {
  id: string
  user_id: string
  currency: Currency
  balance_minor: bigint
  owed_minor: bigint
  is_frozen: boolean
  is_closed: boolean
}

const INSERT_SYSTEM = {
  name: 'ledger.insert_system_accounts',
  text: `insert into account (id, role, currency, opened_at)
    select * from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
    on conflict do nothing`,
}
const LIST_SYSTEM = { name: 'ledger.list_system_accounts', text: 'select id, role, currency from account where user_id is null' }

/** Makes sure that there are system accounts in every currency the books hold, and gives the way to find them. */
export async function openSystemAccounts(database: Database, now: Date): Promise<FindSystemAccount> {
  const wanted = SYSTEM_ROLES.flatMap((role) => BOOKED_CURRENCIES.map((currency) => ({ role, currency })))
  await database.run(INSERT_SYSTEM, [
    wanted.map(() => idAt(now)),
    wanted.map(({ role }) => role),
    wanted.map(({ currency }) => currency),
    wanted.map(() => now),
  ])
  const rows = await database.list<{ id: string; role: SystemRole; currency: Currency }>(LIST_SYSTEM)
  const ids = new Map(rows.map((row) => [`${row.role} ${row.currency}`, row.id]))
  return (role, currency) => {
    const id = ids.get(`${role} ${currency}`)
    if (!id) throw new Error(`No system account ${role} in ${currency}`)
    return id
  }
}

const INSERT_USER_ACCOUNT = {
  name: 'ledger.insert_user_account',
  // The user's row is locked against being frozen or closed at this moment: the account would be left out.
  text: `insert into account (id, user_id, role, currency, balance_minor, opened_at, is_frozen)
    select $1::uuid, id, 'user', $3::text, 0, $4::timestamptz, is_frozen
    from wallet_user
    where id = $2 and ${isNull('closed_at')}
    for share
    on conflict on constraint account_one_per_currency do nothing
    returning is_frozen`,
}

/** Opens an empty account for a user, frozen if they are; nothing when there is one in that currency already. */
export async function openUserAccount(
  queryable: Queryable,
  { userId, currency, now }: { userId: string; currency: Currency; now: Date },
): Promise<UserAccount | undefined> {
  const id = idAt(now)
  const inserted = await queryable.find<{ is_frozen: boolean }>(INSERT_USER_ACCOUNT, [id, userId, currency, now])
  const nothing = money(currency, 0n)
  return inserted && { id, userId, balance: nothing, owed: nothing, isFrozen: inserted.is_frozen, isClosed: false }
}

const LIST_USER_ACCOUNTS = {
  name: 'ledger.list_user_accounts',
  text: `select id, user_id, currency, balance_minor, owed_minor, is_frozen, is_closed from account
    where user_id = any($1::uuid[])
    order by opened_at, id`,
}

async function listAccountsOf(queryable: Queryable, userIds: readonly string[]): Promise<(readonly UserAccount[])[]> {
  const rows = await queryable.list<AccountRow>(LIST_USER_ACCOUNTS, [userIds])
  const accounts = new Map(groupsOf(rows.map(userAccount), ({ userId }) => userId))
  return userIds.map((userId) => accounts.get(userId) ?? [])
}

/** A user's accounts in the order they were opened. */
export async function listUserAccounts(queryable: Queryable, userId: string): Promise<readonly UserAccount[]> {
  return (await listAccountsOf(queryable, [userId]))[0] ?? []
}

/** A user's accounts in the order they were opened, as a fact. */
export const userAccountsOf = factSource(listAccountsOf)

const OF_IDS = `select id, user_id, currency, balance_minor, owed_minor, is_frozen, is_closed
    from account
    where id = any($1::uuid[]) and user_id is not null
    order by id`
const FIND_ACCOUNTS = { name: 'ledger.find_accounts', text: OF_IDS }

/** A user's account by its id, as a fact; nothing when there is none. */
export const userAccountOf = factSource(async (queryable, ids: readonly string[]) => {
  const rows = await queryable.list<AccountRow>(FIND_ACCOUNTS, [ids])
  const accounts = new Map(rows.map((row) => [row.id, userAccount(row)]))
  return ids.map((id) => accounts.get(id))
})

const LOCK = `${OF_IDS} for no key update`
const LOCK_ACCOUNTS = { name: 'ledger.lock_accounts', text: LOCK }
const LOCK_FREE_ACCOUNTS = { name: 'ledger.lock_free_accounts', text: `${LOCK} skip locked` }

/**
 * Locks users' accounts in id order until the transaction ends, and tells how they stand. Unknown ids are left out, and without
 * `waits` those that somebody else holds.
 */
export async function lockUserAccounts(queryable: Queryable, ids: readonly string[], waits: boolean): Promise<UserAccount[]> {
  return (await queryable.list<AccountRow>(waits ? LOCK_ACCOUNTS : LOCK_FREE_ACCOUNTS, [ids])).map(userAccount)
}

const LOCK_OF_USER = {
  name: 'ledger.lock_accounts_of_user',
  text: `select id, user_id, currency, balance_minor, owed_minor, is_frozen, is_closed
    from account where user_id = $1 order by id for no key update`,
}
const FREEZE = { name: 'ledger.freeze_accounts', text: 'update account set is_frozen = $2 where user_id = $1' }

/**
 * Freezes a user's accounts, or ends that, under their locks: what is posted on one from then on is decided in view of it. The caller
 * holds the user's lock, so that none is opened meanwhile.
 */
export async function setFrozen(tx: Transaction, userId: string, isFrozen: boolean): Promise<void> {
  await lockAccountsOf(tx, userId)
  await tx.run(FREEZE, [userId, isFrozen])
}

/** Locks all accounts of a user until the transaction ends, and tells how they stand. The caller holds the user's lock. */
export async function lockAccountsOf(tx: Transaction, userId: string): Promise<UserAccount[]> {
  return (await tx.list<AccountRow>(LOCK_OF_USER, [userId])).map(userAccount)
}

const CLOSE = { name: 'ledger.close_accounts', text: 'update account set is_closed = true where user_id = $1' }

/** Closes a user's accounts, which are locked and empty: what comes for one from then on is a case. */
export async function closeAccounts(tx: Transaction, userId: string): Promise<void> {
  await tx.run(CLOSE, [userId])
}

function userAccount(row: AccountRow): UserAccount {
  const { id, user_id: userId, currency, is_closed: isClosed } = row
  return {
    id,
    userId,
    balance: money(currency, row.balance_minor),
    owed: money(currency, row.owed_minor),
    isFrozen: row.is_frozen || isClosed,
    isClosed,
  }
}
