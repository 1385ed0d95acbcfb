import { readStoredOperatorSettings, supportOf } from '#server/operator/stored-operator-settings'
import { SUPPORT_FIELDS, supportChange } from '#server/operator/support'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { updateOf } from './parse-arguments.ts'
import { columns } from './table.ts'

/** The support's contacts. */
export const supportCommands: readonly Command[] = [
  { name: 'support show', summary: 'phone, email and hours of the support', places: [], options: [], run: show },
  {
    name: 'support set',
    summary: 'what of them is told; the rest stays',
    places: [],
    options: SUPPORT_FIELDS,
    run: async (context, _words, options) => {
      await applyChange(context, supportChange(context.assets.brand, updateOf(options, SUPPORT_FIELDS)))
    },
  },
]

async function show({ database, assets: { brand }, terminal }: CommandContext): Promise<void> {
  const support = supportOf(await readStoredOperatorSettings(database), brand)
  for (const line of columns(SUPPORT_FIELDS.map((field) => [field, support[field]]))) terminal.print(line)
}
