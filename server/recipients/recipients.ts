import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { pageOf, type RecipientPage, type RecipientQuery, type SentTo } from './rules.ts'
import {
  findRecipientKey,
  listPeopleSentTo,
  listSentTo,
  type OwnRecipient,
  type RecipientKey,
  removeMark,
  saveMark,
} from './store.ts'

export interface RecipientsDeps {
  readonly database: Database
  /** The payout provider, whose cards and addresses are listed: another knows nothing of their tokens. */
  readonly payouts: { readonly name: string }
}

/** A page of those whom somebody has sent to; with an operation only whomever that went to. */
export async function pageOfRecipients(
  deps: RecipientsDeps,
  userId: string,
  { operationId, ...asked }: RecipientQuery & { readonly operationId: string | undefined },
): Promise<RecipientPage> {
  const { database, payouts } = deps
  const all = await listSentTo(database, userId, payouts.name)
  if (operationId === undefined) return pageOf(all, asked)
  const one = await findKey(deps, userId, operationId)
  return pageOf(
    all.filter(({ provider, key }) => provider === one?.provider && key === one.key),
    asked,
  )
}

const RECENT = 20

/** The people whom somebody has sent to, favourites first, then the latest first: as many as a form offers. */
export async function listRecentPeople(database: Database, userId: string): Promise<readonly SentTo[]> {
  const all = await listPeopleSentTo(database, userId)
  return pageOf(all, { kind: 'person', search: undefined, after: undefined, limit: RECENT }).recipients
}

/** Names a recipient, or makes a favourite of one or none any more; what is left out stays. Refuses recipient_unknown. */
export async function saveRecipient(
  deps: RecipientsDeps,
  { userId, operationId }: Pick<OwnRecipient, 'userId' | 'operationId'>,
  mark: { readonly ownName: string | null | undefined; readonly isFavourite: boolean | undefined },
): Promise<void> {
  await saveMark(deps.database, await getRecipient(deps, userId, operationId), mark)
}

/** Takes a recipient out of the list until they are sent to again. Refuses recipient_unknown. */
export async function removeRecipient(
  deps: RecipientsDeps,
  { userId, operationId, now }: Pick<OwnRecipient, 'userId' | 'operationId'> & { readonly now: Date },
): Promise<void> {
  await removeMark(deps.database, await getRecipient(deps, userId, operationId), now)
}

async function getRecipient(deps: RecipientsDeps, userId: string, operationId: string): Promise<OwnRecipient> {
  const known = await findKey(deps, userId, operationId)
  if (!known) throw new Refusal({ code: 'recipient_unknown', field: 'recipient_id' })
  return { ...known, userId, operationId }
}

function findKey({ database, payouts }: RecipientsDeps, userId: string, operationId: string): Promise<RecipientKey | undefined> {
  return findRecipientKey(database, { userId, operationId, provider: payouts.name })
}
