import { ANSWER_KEPT_DAYS } from '#contract/attempt'
import { makeChange } from '#server/operator/change'
import { OperatorFault } from '#server/operator/fault'
import { encryptionChange, getSecret, previousLetGo, rotationChange, secretChange } from '#server/operator/secret'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { columns } from './table.ts'

const DAY_MS = 86_400_000

/** What is done about the wallet's secret: to have another, on purpose or because it is lost. */
export const secretCommands: readonly Command[] = [
  {
    name: 'secret encrypt',
    summary:
      'has e-mails, addresses and PINs be kept encrypted and the chain of checkpoints be keyed, once no process is of a version before',
    places: [],
    options: [],
    run: encrypt,
  },
  {
    name: 'secret rotate',
    summary:
      'has the secret of these settings take the place of the previous one, which they have, too; says how much hangs on that',
    places: [],
    options: [],
    run: rotate,
  },
  {
    name: 'secret replace',
    summary: 'has the database be used with the secret of these settings, once the one before is lost; --note says how it was',
    places: [],
    options: [],
    run: replace,
  },
]

async function encrypt(context: CommandContext): Promise<void> {
  const secrets = await context.secrets()
  const made = await applyChange(context, encryptionChange(secrets))
  if (context.isDryRun || !(await getSecret(context.database)).encrypts) return
  await encryptAnew(context, made)
}

async function rotate(context: CommandContext): Promise<void> {
  const { database, terminal } = context
  const secrets = await context.secrets()
  const made = await applyChange(context, rotationChange(secrets))
  const { fingerprint, previous, rotated_at: rotatedAt } = await getSecret(database)
  if (context.isDryRun || !(rotatedAt && fingerprint.equals(secrets.fingerprint))) return
  // Where it has been let go, nothing is left to be done.
  if (previous && (await encryptAnew(context, made))) {
    await makeChange(database, previousLetGo(), { author: context.author })
  }
  const now = context.clock()
  const unseen = await secrets.countUnseen(database, rotatedAt, now)
  const answersEnd = new Date(rotatedAt.getTime() + ANSWER_KEPT_DAYS * DAY_MS)
  terminal.print(
    unseen === 0 && answersEnd <= now
      ? 'Nothing hangs on the previous secret: take it out of the settings.'
      : `Without the previous secret ${unseen} who have not been seen since would be signed out, and until ${answersEnd.toISOString()} an answer that was given before would not be found again.`,
  )
}

/** Encrypts what is not yet, with the key that is written with, and says how much is left; true when nothing is. */
async function encryptAnew({ database, secrets, terminal }: CommandContext, made: object | undefined): Promise<boolean> {
  const { follow, heard, encryptAnew: encryptAll, countOutdated } = await secrets()
  await follow(database)
  if (made) await heard()
  await encryptAll(database)
  const left = Object.entries(await countOutdated(database))
  for (const line of columns([['not encrypted with it yet', ''], ...left.map(([what, count]) => [what, String(count)])]))
    terminal.print(line)
  const isDone = left.every(([, count]) => count === 0)
  if (!isDone) terminal.print('Somebody has written meanwhile: do it again.')
  return isDone
}

async function replace(context: CommandContext): Promise<void> {
  if (context.author.note === undefined) throw new OperatorFault('Say how it was lost: --note <text>')
  for (const line of LOST) context.terminal.print(line)
  await applyChange(context, secretChange(await context.secrets()))
}

const LOST = [
  'Stop every process of the wallet first. There is no way back from this, not with the old secret either:',
  '- every PIN is forgotten: whoever has the phone of a wallet sets a new one at the next sign-in',
  '- the e-mails and addresses of people are forgotten',
  '- everybody is signed out',
  '- a request that was answered, sent again under its key, is a new one',
]
