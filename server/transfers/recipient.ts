import type { Database } from '#server/db/pool'
import { Refusal } from '#server/http/refusal'
import { findOwnerOfCode } from '#server/people/pay-codes'
import { personOf } from '#server/people/person'
import {
  type Asker,
  findKnownRecipient,
  foundByCode,
  type KnownRecipient,
  type Recipient,
  type RecipientDeps,
} from '#server/people/recipient'
import type { MoneyRequest } from '#server/requests/rules'
import { findRequestByCode, findRequestOf } from '#server/requests/store'

/** The recipient of a transfer, named by one of the four: number, earlier transfer, code, or received request. */
export interface RecipientAsked extends KnownRecipient {
  readonly code: string | undefined
  readonly requestId: string | undefined
}

/** The recipient of a transfer, and the request that it pays. */
export interface FoundRecipient extends Recipient {
  readonly request: MoneyRequest | undefined
}

/**
 * Finds the recipient of a transfer. Codes are too long to be guessed, so they are not counted. Refuses what findKnownRecipient refuses,
 * code_unknown, and invalid_field for two names at once.
 */
export async function findRecipient(deps: RecipientDeps, asked: RecipientAsked, asker: Asker): Promise<FoundRecipient> {
  const { phone, recipientId, code, requestId } = asked
  const given = [phone, recipientId, code, requestId].filter((each) => each !== undefined)
  if (given.length > 1) throw new Refusal({ code: 'invalid_field', field: recipientId === undefined ? 'to' : 'recipient_id' })
  const { database } = deps
  if (code !== undefined) {
    const request = await findRequestByCode(database, code)
    return foundAs(database, request?.makerId ?? (await findOwnerOfCode(database, code)), request)
  }
  if (requestId !== undefined) {
    const request = await findRequestOf(database, requestId, asker.userId)
    return request?.payerId === asker.userId ? foundAs(database, request.makerId, request) : foundAs(database, undefined)
  }
  return { ...(await findKnownRecipient(deps, asked, asker)), request: undefined }
}

async function foundAs(database: Database, userId: string | undefined, request?: MoneyRequest): Promise<FoundRecipient> {
  const found = userId === undefined ? undefined : await database.read(personOf(userId))
  if (!found) throw new Refusal({ code: 'code_unknown', field: 'to' })
  return { ...foundByCode(found), request }
}
