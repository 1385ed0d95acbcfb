import { type Change, timeOfChange } from '#server/operator/change'
import { closingChange } from '#server/operator/closing'
import { OperatorFault } from '#server/operator/fault'
import { beginExport, type Exported } from '#server/person/export'
import { exportJson } from '#server/person/json'
import { exportPdf } from '#server/person/pdf'
import type { User } from '#server/users/users'
import { knownLanguage } from '#texts/languages'
import { createTexts, type Texts } from '#texts/texts'
import type { Command, Options } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { refuseExisting, writeWhole } from './files.ts'
import { oneOf } from './parse-arguments.ts'
import { readOpenUser, readUser } from './read-user.ts'

/** What a person may ask the operator for of their data: to have it, and to be rid of it. */
export const personDataCommands: readonly Command[] = [
  {
    name: 'users export',
    summary: 'all that is kept of a person, for them; --format json|pdf, --to a file, which nobody else may read',
    places: ['phone|id'],
    options: ['format', 'to'],
    run: exportData,
  },
  {
    name: 'users close',
    summary: 'closes an empty wallet for good, without its code and PIN; --reason says why, and its person is told',
    places: ['phone|id'],
    options: ['reason'],
    run: close,
  },
]

const FORMATS = ['json', 'pdf'] as const

async function exportData(context: CommandContext, [who]: readonly string[], { format = '', to }: Options): Promise<void> {
  const wanted = oneOf('format', format, FORMATS)
  if (to === undefined) throw new OperatorFault('Say which file: --to <file>')
  await refuseExisting(to)
  const user = await readUser(context, who)
  const { keys } = await context.secrets()
  // Recorded first: what nobody may have seen is written down rather than what somebody has is not.
  if (!(await applyChange(context, personDataChange(user, wanted)))) return
  const { database, assets, terminal } = context
  await database.inSnapshot(async (queryable) => {
    const source = { queryable, keys, brandName: assets.brand.name }
    const exported = await beginExport(source, user.id, await timeOfChange(queryable))
    await writeWhole(to, wanted === 'json' ? exportJson(exported) : documentOf(exported, createTexts(assets.texts)))
  })
  terminal.print(`Written: ${to}`)
}

/** Records that the operator takes out all that is kept of a person, and in which form; it changes nothing of it. */
function personDataChange(user: User, exported: 'json' | 'pdf'): Change<{ readonly exported: 'json' | 'pdf' | null }> {
  return {
    area: 'users',
    subject: user.id,
    displayName: user.phone,
    propose: async () => ({ before: { exported: null }, after: { exported } }),
    write: () => Promise.resolve(),
  }
}

/** In the language that the person has signed in with last. */
function documentOf(exported: Exported, texts: Texts): AsyncIterable<Uint8Array> {
  return exportPdf(exported, { texts, language: knownLanguage(exported.person.language) })
}

async function close(context: CommandContext, [who]: readonly string[], { reason }: Options): Promise<void> {
  if (reason === undefined) throw new OperatorFault('Say why: --reason <text>')
  const user = await readOpenUser(context, who)
  await applyChange({ ...context, author: { ...context.author, note: reason } }, closingChange(user))
}
