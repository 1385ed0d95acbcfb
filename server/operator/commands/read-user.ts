import { validate } from 'uuid'
import { OperatorFault } from '#server/operator/fault'
import { getUserById, getUserOf } from '#server/operator/people'
import type { User } from '#server/users/users'
import type { CommandContext } from './context.ts'

/**
 * The user that a phone number, or an id as users find shows it, is of; one whose wallet is closed has the id alone. Refuses
 * (OperatorFault) one that is nobody's.
 */
export async function readUser(context: CommandContext, unchecked = ''): Promise<User> {
  return validate(unchecked)
    ? getUserById(context.database, unchecked)
    : getUserOf(context.database, readPhoneArgument(context, unchecked))
}

/** The same where something of theirs is to be changed. Refuses (OperatorFault) a wallet that is closed. */
export async function readOpenUser(context: CommandContext, unchecked = ''): Promise<User> {
  const user = await readUser(context, unchecked)
  if (user.closedAt) throw new OperatorFault(`Their wallet was closed on ${user.closedAt.toISOString().slice(0, 10)}`)
  return user
}

/** Parses a phone number in any usual notation. */
export function readPhoneArgument(context: CommandContext, unchecked: string): string {
  const phone = context.readPhone(unchecked)
  if (phone === undefined)
    throw new OperatorFault(`"${unchecked}" is no phone number: give it with its country code, like +79123456789`)
  return phone
}
