import type { WordedLevel } from '#brands/brands'
import { parseDecimal } from '#money/amount'
import type { Currency } from '#money/currency'
import type { Money } from '#money/money'
import { money } from '#money/money'
import { factSource, groupsOf } from '#server/db/batched'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import {
  type InEveryLanguage,
  type InSomeLanguages,
  inEveryLanguage,
  inLanguage,
  LANGUAGES,
  type Language,
} from '#texts/languages'
import type { User } from './users.ts'

/** What a user's identification level allows in one currency. */
export interface Limits {
  readonly topupMin: Money
  readonly topupMax: Money
  readonly withdrawalMin: Money
  readonly withdrawalMax: Money
  /** Sum of withdrawals in any 24 hours. */
  readonly withdrawalDaily: Money
  readonly withdrawalFeeBasisPoints: bigint
  readonly p2p: P2pLimits
}

/** What a level allows of money between people: one transfer, a day and thirty days of UTC. */
export interface P2pLimits {
  readonly min: Money
  readonly max: Money
  readonly daily: Money
  readonly monthly: Money
  /** To one person in any 24 hours. */
  readonly personDaily: Money
  /** What may come in thirty days. */
  readonly receivedMonthly: Money
}

const INSERT_LEVEL = {
  name: 'level.insert',
  text: `insert into level (code, position, name, ask_for_next, is_topup_allowed, is_withdrawal_allowed, howto)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict do nothing`,
}
const ADD_WORDS = {
  name: 'level.add_words',
  text: `update level set name = $2::jsonb || name, howto = $3::jsonb || howto where code = $1 and not (name ?& $4 and (howto ?& $4) is not false)`,
}
const INSERT_LIMIT = {
  name: 'level.insert_limit',
  text: `insert into level_limit (level_code, currency, topup_min_minor, topup_max_minor,
      withdrawal_min_minor, withdrawal_max_minor, withdrawal_daily_minor, withdrawal_fee_basis_points, p2p_min_minor, p2p_max_minor,
      p2p_daily_minor, p2p_monthly_minor, p2p_person_daily_minor, p2p_received_monthly_minor)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    on conflict do nothing`,
}

/**
 * Stores a brand's initial levels. Existing ones stay as the operator has set them, and get the brand's words in a language that the wallet
 * has learned since.
 */
export async function storeFirstLevels(database: Database, levels: readonly WordedLevel[]): Promise<void> {
  await database.inTransaction(async (tx) => {
    for (const [position, level] of levels.entries()) {
      const { code, name, askForNext, isTopupAllowed, isWithdrawalAllowed, howto } = level
      await tx.run(INSERT_LEVEL, [
        code,
        position,
        JSON.stringify(name),
        askForNext,
        isTopupAllowed,
        isWithdrawalAllowed,
        howto ? JSON.stringify(howto) : null,
      ])
      await tx.run(ADD_WORDS, [code, JSON.stringify(name), howto ? JSON.stringify(howto) : null, LANGUAGES])
      for (const limits of level.limits) {
        const minor = (decimal: string): bigint => parseDecimal(decimal, limits.currency).minor
        await tx.run(INSERT_LIMIT, [
          code,
          limits.currency,
          minor(limits.topupMin),
          minor(limits.topupMax),
          minor(limits.withdrawalMin),
          minor(limits.withdrawalMax),
          minor(limits.withdrawalDaily),
          limits.withdrawalFeeBasisPoints,
          minor(limits.p2p.min),
          minor(limits.p2p.max),
          minor(limits.p2p.daily),
          minor(limits.p2p.monthly),
          minor(limits.p2p.personDaily),
          minor(limits.p2p.receivedMonthly),
        ])
      }
    }
  })
}

// As far as the books can count.
const TEN_DAYS = 'least(10 * withdrawal_daily_minor::numeric, 9223372036854775807)::bigint'
const LIMIT_COLUMNS = `level_limit.currency, topup_min_minor, topup_max_minor, withdrawal_min_minor, withdrawal_max_minor,
      withdrawal_daily_minor, withdrawal_fee_basis_points,
      coalesce(p2p_min_minor, withdrawal_min_minor) as p2p_min_minor, coalesce(p2p_max_minor, withdrawal_max_minor) as p2p_max_minor,
      coalesce(p2p_daily_minor, withdrawal_daily_minor) as p2p_daily_minor,
      coalesce(p2p_monthly_minor, ${TEN_DAYS}) as p2p_monthly_minor,
      coalesce(p2p_person_daily_minor, withdrawal_daily_minor) as p2p_person_daily_minor,
      coalesce(p2p_received_monthly_minor, ${TEN_DAYS}) as p2p_received_monthly_minor`
const LIST_LIMITS = {
  name: 'level.list_limits',
  text: `select level_code, ${LIMIT_COLUMNS} from level_limit order by level_code, currency`,
}

interface LimitRow {
  currency: Currency
  topup_min_minor: bigint
  topup_max_minor: bigint
  withdrawal_min_minor: bigint
  withdrawal_max_minor: bigint
  withdrawal_daily_minor: bigint
  withdrawal_fee_basis_points: number
  p2p_min_minor: bigint
  p2p_max_minor: bigint
  p2p_daily_minor: bigint
  p2p_monthly_minor: bigint
  p2p_person_daily_minor: bigint
  p2p_received_monthly_minor: bigint
}

/** The limits of one level, by currency; a currency without limits can be neither topped up nor withdrawn. */
export type LevelLimits = ReadonlyMap<Currency, Limits>

async function listLimits(queryable: Queryable): Promise<ReadonlyMap<string, LevelLimits>> {
  const rows = await queryable.list<LimitRow & { level_code: string }>(LIST_LIMITS)
  return new Map(
    groupsOf(rows, ({ level_code }) => level_code).map(([code, own]) => [
      code,
      new Map(own.map((row) => [row.currency, asLimits(row)])),
    ]),
  )
}

/** The limits of a level; none where there is no such level. */
export async function findLimits(queryable: Queryable, levelCode: string): Promise<LevelLimits> {
  return (await listLimits(queryable)).get(levelCode) ?? new Map()
}

/** The limits of every level, by its code: there are few, so whoever needs those of a person reads them beside the person. */
export const limitsOfLevels = factSource(async (queryable, keys: readonly undefined[]) => {
  const limits = await listLimits(queryable)
  return keys.map(() => limits)
})

/** Who has an account: what they may do, and the limits of their level in its currency; none where the level has none. */
export interface Owner {
  readonly user: Pick<User, 'isTopupAllowed' | 'isWithdrawalAllowed'>
  readonly limits: Limits | undefined
}

const LIST_OWNERS = {
  name: 'level.list_owners',
  text: `select account.id, is_topup_allowed, is_withdrawal_allowed, ${LIMIT_COLUMNS}
    from account
    join wallet_user on wallet_user.id = account.user_id
    left join level_limit on level_limit.level_code = wallet_user.level_code and level_limit.currency = account.currency
    where account.id = any($1::uuid[])`,
}

type OwnerRow = { id: string; is_topup_allowed: boolean; is_withdrawal_allowed: boolean } & (LimitRow | { currency: null })

/** The owner of an account, by its id; undefined without an account. */
export const ownerOf = factSource(async (queryable, accountIds: readonly (string | undefined)[]) => {
  const rows = await queryable.list<OwnerRow>(LIST_OWNERS, [accountIds.filter((id) => id !== undefined)])
  const owners = new Map<string | undefined, Owner>(
    rows.map((row) => [
      row.id,
      {
        user: { isTopupAllowed: row.is_topup_allowed, isWithdrawalAllowed: row.is_withdrawal_allowed },
        limits: row.currency === null ? undefined : asLimits(row),
      },
    ]),
  )
  return accountIds.map((id) => owners.get(id))
})

function asLimits(row: LimitRow): Limits {
  const amount = (minor: bigint): Money => money(row.currency, minor)
  return {
    topupMin: amount(row.topup_min_minor),
    topupMax: amount(row.topup_max_minor),
    withdrawalMin: amount(row.withdrawal_min_minor),
    withdrawalMax: amount(row.withdrawal_max_minor),
    withdrawalDaily: amount(row.withdrawal_daily_minor),
    withdrawalFeeBasisPoints: BigInt(row.withdrawal_fee_basis_points),
    p2p: {
      min: amount(row.p2p_min_minor),
      max: amount(row.p2p_max_minor),
      daily: amount(row.p2p_daily_minor),
      monthly: amount(row.p2p_monthly_minor),
      personDaily: amount(row.p2p_person_daily_minor),
      receivedMonthly: amount(row.p2p_received_monthly_minor),
    },
  }
}

/** A level, as far as moving users to and from it is concerned. */
export interface LevelFacts {
  readonly code: string
  /** Higher levels have higher numbers. */
  readonly position: number
  readonly asksForNext: boolean
  readonly isTopupAllowed: boolean
  readonly isWithdrawalAllowed: boolean
  /** Instructions for reaching it, when it is given in person. */
  readonly howto: InEveryLanguage<string> | undefined
}

/** What a level is called, or how one comes to it, by language, as it is stored: perhaps from before a language came. */
export type LevelText = InSomeLanguages<string>

/** A level's text in a language; where it has none, as it was written before the language came, in the first that it has one in. */
export function levelTextIn(text: LevelText | null | undefined, language: Language): string {
  return (text && inLanguage(text, language)) ?? ''
}

/** A level's text in every language. */
export function wholeLevelText(text: LevelText): InEveryLanguage<string> {
  return inEveryLanguage((language) => levelTextIn(text, language))
}

/** A level with its name. */
export interface NamedLevel extends LevelFacts {
  readonly name: InEveryLanguage<string>
}

interface LevelRow {
  code: string
  position: number
  ask_for_next: boolean
  is_topup_allowed: boolean
  is_withdrawal_allowed: boolean
  howto: LevelText | null
}

const LEVEL_COLUMNS = 'code, position, ask_for_next, is_topup_allowed, is_withdrawal_allowed, howto'
const FIND_FIRST_LEVEL = { name: 'level.find_first', text: `select ${LEVEL_COLUMNS} from level order by position limit 1` }
const FIND_LEVEL = { name: 'level.find', text: `select ${LEVEL_COLUMNS} from level where code = $1` }
const FIND_NEXT_LEVEL = {
  name: 'level.find_next',
  text: `select ${LEVEL_COLUMNS} from level
    where position > (select position from level where code = $1)
    order by position
    limit 1`,
}

const LIST_LEVELS = { name: 'level.list', text: `select ${LEVEL_COLUMNS}, name from level order by position` }

/** Every level, lowest first. */
export async function listNamedLevels(queryable: Queryable): Promise<NamedLevel[]> {
  const rows = await queryable.list<LevelRow & { name: LevelText }>(LIST_LEVELS)
  return rows.map((row) => ({ ...asLevel(row), name: wholeLevelText(row.name) }))
}

/** The level of a new user. */
export async function getFirstLevel(queryable: Queryable): Promise<LevelFacts> {
  const row = await queryable.find<LevelRow>(FIND_FIRST_LEVEL)
  if (!row) throw new Error('There is no identification level')
  return asLevel(row)
}

/** The level of this code; throws when there is none, which cannot happen. */
export async function getLevel(queryable: Queryable, code: string): Promise<LevelFacts> {
  const row = await queryable.find<LevelRow>(FIND_LEVEL, [code])
  if (!row) throw new Error('There is no such identification level')
  return asLevel(row)
}

/** The next level; undefined after the last. */
export async function findNextLevel(queryable: Queryable, code: string): Promise<LevelFacts | undefined> {
  const row = await queryable.find<LevelRow>(FIND_NEXT_LEVEL, [code])
  return row && asLevel(row)
}

function asLevel({ code, position, ask_for_next, is_topup_allowed, is_withdrawal_allowed, howto }: LevelRow): LevelFacts {
  return {
    code,
    position,
    asksForNext: ask_for_next,
    isTopupAllowed: is_topup_allowed,
    isWithdrawalAllowed: is_withdrawal_allowed,
    howto: howto === null ? undefined : wholeLevelText(howto),
  }
}
