import { isNull } from '#server/db/planner'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { writeNotice } from '#server/users/notices'
import type { User } from '#server/users/users'
import { type InEveryLanguage, inEveryLanguage } from '#texts/languages'
import type { Change, Facts } from './change.ts'
import { OperatorFault } from './fault.ts'

/** A message in every language. */
export type Message = InEveryLanguage<string>

/** A message as it is shown and recorded: null before it is sent. */
export type MessageFacts = InEveryLanguage<string | null>

/** The subject of a message to everybody. */
export const EVERYBODY = 'everybody'

const MESSAGE_MAX = 500
const BATCH = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

// A notice has the id of its change, so that a repeated send adds none. Users who registered after the change do not get it.
const SEND_BATCH = {
  name: 'operator.send_batch',
  text: `with batch as (
      select id from wallet_user where id > $4 and registered_at <= $3 and ${isNull('closed_at')} order by id limit ${BATCH}
    ), sent as (
      insert into notification (id, user_id, kind, details, created_at)
      select $1, id, 'operator', $2, $3 from batch
      on conflict do nothing
      returning user_id
    )
    select (select id from batch order by id desc limit 1) as last, (select count(*) from sent) as sent`,
}

/** Sends a message to one user's notification list. */
export function messageTo(user: User, message: Message): Change<MessageFacts> {
  return {
    area: 'notices',
    subject: user.id,
    displayName: user.phone,
    propose: async () => proposeMessage(message),
    async write(tx, { id, at }) {
      await writeNotice(tx, { id, userId: user.id, kind: 'operator', details: message, createdAt: at })
    },
  }
}

/** Records a message to everybody; sendToEverybody sends it afterwards. */
export function messageToEverybody(message: Message): Change<MessageFacts> {
  return {
    area: 'notices',
    subject: EVERYBODY,
    propose: async () => proposeMessage(message),
    write: () => Promise.resolve(),
  }
}

/**
 * Sends a recorded message to every user who was registered when it was recorded, 500 a transaction, and returns how many got it now.
 * May be called again, also after a crash in the middle: nobody gets it twice.
 */
export async function sendToEverybody(
  database: Database,
  { id, at, after }: { readonly id: string; readonly at: Date; readonly after: Facts },
): Promise<number> {
  let told = 0
  for (let last: string | null = BEFORE_ALL; last !== null; ) {
    const batch: { last: string | null; sent: bigint } = await getBatch(database, [id, JSON.stringify(after), at, last])
    told += Number(batch.sent)
    last = batch.last
  }
  return told
}

async function getBatch(queryable: Queryable, values: readonly unknown[]): Promise<{ last: string | null; sent: bigint }> {
  const batch = await queryable.find<{ last: string | null; sent: bigint }>(SEND_BATCH, values)
  if (!batch) throw new Error('A select without a table gave no row')
  return batch
}

function proposeMessage(message: Message): { before: MessageFacts; after: MessageFacts } {
  for (const [language, words] of Object.entries(message)) {
    if (words.trim() === '') throw new OperatorFault(`The message in ${language} is empty`)
    if (words.length > MESSAGE_MAX)
      throw new OperatorFault(`The message in ${language} has ${words.length} characters; ${MESSAGE_MAX} are the most`)
    if (/\p{Cc}/u.test(words)) throw new OperatorFault(`The message in ${language} has a line break or another control character`)
  }
  return { before: inEveryLanguage(() => null), after: message }
}
