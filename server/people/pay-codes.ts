import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'

// 24 characters out of 62 have 142 bits. Bytes that would make some characters likelier than others are skipped.
const LENGTH = 24
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FAIR = 256 - (256 % LETTERS.length)

/** A code that nobody can guess, of letters and digits: more than 140 bits. */
export function newPayCode(bytesOf: (size: number) => Iterable<number> = randomBytes): string {
  let code = ''
  while (code.length < LENGTH) {
    for (const byte of bytesOf(LENGTH)) if (byte < FAIR && code.length < LENGTH) code += LETTERS[byte % LETTERS.length]
  }
  return code
}

const FIND = { name: 'pay_code.find', text: 'select code from pay_code where user_id = $1' }
const MAKE = {
  name: 'pay_code.make',
  text: 'insert into pay_code (user_id, code, created_at) values ($1, $2, $3) on conflict (user_id) do nothing',
}
const REPLACE = {
  name: 'pay_code.replace',
  text: `insert into pay_code (user_id, code, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set code = excluded.code, created_at = excluded.created_at`,
}
const FIND_OWNER = { name: 'pay_code.find_owner', text: 'select user_id as "userId" from pay_code where code = $1' }

/** A person's own pay code, by which anybody can send them money; it is made when it is first asked for. */
export async function payCodeOf(database: Database, userId: string, now: Date): Promise<string> {
  const known = await findPayCode(database, userId)
  if (known !== undefined) return known
  await database.run(MAKE, [userId, newPayCode(), now])
  // Another request may have made it in the same moment.
  const made = await findPayCode(database, userId)
  if (made === undefined) throw new Error('A code that was made is not there')
  return made
}

async function findPayCode(queryable: Queryable, userId: string): Promise<string | undefined> {
  return (await queryable.find<{ code: string }>(FIND, [userId]))?.code
}

/** Replaces a person's pay code; the previous code leads to nobody. */
export async function replacePayCode(queryable: Queryable, userId: string, now: Date): Promise<string> {
  const code = newPayCode()
  await queryable.run(REPLACE, [userId, code, now])
  return code
}

/** The person whose pay code this is. */
export async function findOwnerOfCode(queryable: Queryable, code: string): Promise<string | undefined> {
  return (await queryable.find<{ userId: string }>(FIND_OWNER, [code]))?.userId
}
