import type { Database, Transaction } from '#server/db/pool'
import type { Queryable } from '#server/db/queryable'
import { tellOwner } from '#server/messages/tell-owner'
import { consume, type Limit } from '#server/security/limits'
import { findUserByPhone } from '#server/users/users'

const DAY = 86_400
const NOTED: Limit = { scope: 'guesses_noted', max: 1, windowSeconds: DAY }
const TOLD: Limit = { scope: 'told_of_guesses', max: 1, windowSeconds: DAY }

/**
 * Notes that strangers have guessed often at the code of a number. A job tells its owner (tellOfGuesses), and here nobody looks whether
 * there is one: an answer would take longer where there is.
 */
export async function noteGuesses(tx: Transaction, phone: string, now: Date): Promise<void> {
  await consume(tx, NOTED, phone, now)
}

const LIST = { name: 'guesses.list', text: "select key as phone from attempt where scope = 'guesses_noted' limit 1000" }
const FORGET = { name: 'guesses.forget', text: "delete from attempt where scope = 'guesses_noted' and key = $1" }

/** Tells the owners of numbers that were noted, each once a day, that strangers guess. */
export async function tellOfGuesses(database: Database, now: Date): Promise<void> {
  for (const { phone } of await database.list<{ phone: string }>(LIST, []))
    await database.inTransaction((tx) => tellOne(tx, phone, now))
}

async function tellOne(tx: Transaction, phone: string, now: Date): Promise<void> {
  if (!(await isForgotten(tx, phone))) return
  const owner = await findUserByPhone(tx, phone)
  if (owner && (await consume(tx, TOLD, phone, now)).ok) await tellOwner(tx, { userId: owner.id, kind: 'sign_in_guesses', now })
}

/** Forgets a note; false where another process has taken it. */
async function isForgotten(queryable: Queryable, phone: string): Promise<boolean> {
  return (await queryable.run(FORGET, [phone])) === 1
}
