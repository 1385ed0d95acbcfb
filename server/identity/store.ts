import { factSource, rowWriter } from '#server/db/batched'
import { isNull } from '#server/db/planner'
import { type PollingQueue, pollingQueue } from '#server/db/polling-queue'
import type { Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import type { AbortReason, CheckState } from '#server/providers/identity/port'
import type { Language } from '#texts/languages'

/** An identification of a user, from one level to the next. */
export interface Identification {
  readonly id: string
  readonly userId: string
  readonly fromLevel: string
  readonly toLevel: string
  readonly provider: string
  /** The provider's id and page; null until it has responded. */
  readonly externalId: string | null
  readonly url: string | null
  readonly language: Language
  readonly state: CheckState
  readonly reason: AbortReason | null
  readonly startedAt: Date
  /** When the provider was last heard of it by a poll of ours; null before the first answer. */
  readonly answeredAt: Date | null
  /** It is the user's latest. */
  readonly isLatest: boolean
}

interface IdentificationRow {
  id: string
  user_id: string
  from_level: string
  to_level: string
  provider: string
  external_id: string | null
  verification_url: string | null
  language: Language
  state: CheckState
  reason: AbortReason | null
  started_at: Date
  answered_at: Date | null
  is_latest: boolean
}

const COLUMNS = `id, user_id, from_level, to_level, provider, external_id, verification_url, language, state, reason, started_at,
    answered_at,
    not exists (
      select from identification as later
      where later.user_id = identification.user_id and later.started_at > identification.started_at
    ) as is_latest`
const FIND = { name: 'identification.find', text: `select ${COLUMNS} from identification where id = $1` }
const LIST_LATEST = {
  name: 'identification.list_latest',
  text: `select latest.* from unnest($1::uuid[]) as asked (user_id)
    join lateral (
      select ${COLUMNS} from identification where user_id = asked.user_id order by started_at desc limit 1
    ) as latest on true`,
}

/** The identification with this id; throws when there is none, as ids come from our own rows. */
export async function getIdentification(queryable: Queryable, id: string): Promise<Identification> {
  const row = await queryable.find<IdentificationRow>(FIND, [id])
  if (!row) throw new Error('An identification is not where it was put')
  return asIdentification(row)
}

async function listLatest(queryable: Queryable, userIds: readonly string[]): Promise<(Identification | undefined)[]> {
  const rows = await queryable.list<IdentificationRow>(LIST_LATEST, [userIds])
  const latest = new Map(rows.map((row) => [row.user_id, asIdentification(row)]))
  return userIds.map((userId) => latest.get(userId))
}

/** What a user began last, open or ended; nothing when they never did. */
export async function findLatest(queryable: Queryable, userId: string): Promise<Identification | undefined> {
  return (await listLatest(queryable, [userId]))[0]
}

/** What a user began last, as a fact. */
export const latestOf = factSource(listLatest)

const INSERT = {
  name: 'identification.insert',
  text: `insert into identification (id, user_id, from_level, to_level, provider, language, state, started_at, next_check_at)
    values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8)`,
}

/** Inserts an identification before the provider is called. The caller holds the user's lock, and the user has no open one. */
export async function insertIdentification(
  tx: Transaction,
  identification: Pick<Identification, 'id' | 'userId' | 'fromLevel' | 'toLevel' | 'provider' | 'language' | 'startedAt'>,
  nextCheckAt: Date,
): Promise<void> {
  const { id, userId, fromLevel, toLevel, provider, language, startedAt } = identification
  await tx.run(INSERT, [id, userId, fromLevel, toLevel, provider, language, startedAt, nextCheckAt])
}

const KEEP_PAGE = {
  name: 'identification.keep_page',
  text: `update identification set external_id = $2, verification_url = $3
    where id = $1 and external_id is null and ${isNull('ended_at')}`,
}

/** Stores the provider's page of an identification that has none; the first one stored wins. */
export async function keepIdentificationPage(
  queryable: Queryable,
  id: string,
  page: { url: string; externalId: string },
): Promise<void> {
  await queryable.run(KEEP_PAGE, [id, page.externalId, page.url])
}

const PROGRESS = {
  name: 'identification.progress',
  text: `update identification set state = $2 where id = $1 and ${isNull('ended_at')}`,
}

/** Updates the state of an open identification. */
export async function progress(tx: Transaction, id: string, state: CheckState): Promise<void> {
  await tx.run(PROGRESS, [id, state])
}

const END = {
  name: 'identification.end',
  text: `update identification set state = $2, reason = $3, ended_at = $4, verification_url = null, next_check_at = null
    where id = $1`,
}

/** Records the end of an identification and stops polling it; its page is of no more use. */
export async function end(
  tx: Transaction,
  id: string,
  { state, reason, now }: { state: 'complete' | 'aborted'; reason: AbortReason | null; now: Date },
): Promise<void> {
  await tx.run(END, [id, state, reason, now])
}

const ANSWERED = {
  name: 'identification.answered',
  text: `update identification set answered_at = answered.at
    from unnest($1::uuid[], $2::timestamptz[]) as answered (id, at)
    where identification.id = answered.id`,
}

/** The row that says when the provider was last heard of an identification. */
export const answeredRow = rowWriter(ANSWERED, (answers: readonly { readonly id: string; readonly at: Date }[]) => [
  answers.map(({ id }) => id),
  answers.map(({ at }) => at),
])

const CHECK_SOON = {
  name: 'identification.check_soon',
  text: 'update identification set next_check_at = $3 where provider = $1 and external_id = $2',
}

/** An event has arrived for an identification: it is polled at once. An unknown id changes nothing. */
export async function checkSoon(tx: Transaction, provider: string, externalId: string, now: Date): Promise<void> {
  await tx.run(CHECK_SOON, [provider, externalId, now])
}

/** The identifications that are due for polling. */
export const identificationPolling: PollingQueue = pollingQueue('identification', 'id')

const GET_NAME = { name: 'identification.get_name', text: 'select first_name, last_name from wallet_user where id = $1' }

/** The name the user gave at sign-up. */
export async function getName(queryable: Queryable, userId: string): Promise<{ firstName: string; lastName: string }> {
  const row = await queryable.find<{ first_name: string; last_name: string }>(GET_NAME, [userId])
  if (!row) throw new Error('An identification belongs to no user')
  return { firstName: row.first_name, lastName: row.last_name }
}

function asIdentification(row: IdentificationRow): Identification {
  return {
    id: row.id,
    userId: row.user_id,
    fromLevel: row.from_level,
    toLevel: row.to_level,
    provider: row.provider,
    externalId: row.external_id,
    url: row.verification_url,
    language: row.language,
    state: row.state,
    reason: row.reason,
    startedAt: row.started_at,
    answeredAt: row.answered_at,
    isLatest: row.is_latest,
  }
}
