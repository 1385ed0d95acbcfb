import { readStoredOperatorSettings, supportOf } from '#server/operator/stored-operator-settings'
import { SUPPORT_FIELDS, supportChange } from '#server/operator/support'
import type { Command } from './command.ts'
import { carryOut, type Desk } from './desk.ts'
import { columns } from './table.ts'
import { updateOf } from './words.ts'

/** How people reach the support. */
export const supportCommands: readonly Command[] = [
  { name: 'support show', summary: 'phone, email and hours of the support', places: [], options: [], run: show },
  {
    name: 'support set',
    summary: 'what of them is told; the rest stays',
    places: [],
    options: SUPPORT_FIELDS,
    run: async (desk, _words, options) => {
      await carryOut(desk, supportChange(desk.assets.brand, updateOf(options, SUPPORT_FIELDS)))
    },
  },
]

async function show({ database, assets: { brand }, terminal }: Desk): Promise<void> {
  const support = supportOf(await readStoredOperatorSettings(database), brand)
  for (const line of columns(SUPPORT_FIELDS.map((field) => [field, support[field]]))) terminal.say(line)
}
