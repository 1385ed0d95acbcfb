import { OperatorFault } from '#server/operator/fault'
import { readStoredOperatorSettings } from '#server/operator/stored-operator-settings'
import { resetText, setText, type TextPlace, textKeys, textOf } from '#server/operator/texts'
import { LANGUAGES } from '#texts/languages'
import type { Command } from './command.ts'
import { applyChange, type CommandContext } from './context.ts'
import { oneOf } from './parse-arguments.ts'
import { columns, shown } from './table.ts'

/** The texts of the page and of the server's messages, by key and language. */
export const textCommands: readonly Command[] = [
  {
    name: 'texts list',
    summary: 'the texts the operator has worded; with a part of a key, all that have it',
    places: ['part?'],
    options: [],
    run: list,
  },
  {
    name: 'texts set',
    summary: 'a text anew, in one language',
    places: ['iname', LANGUAGES.join('|'), 'text'],
    options: [],
    run: async (context, [iname, language, text = '']) => {
      await applyChange(context, setText(context.assets, readPlace(iname, language), text))
    },
  },
  {
    name: 'texts reset',
    summary: 'a text back to the words of the brand',
    places: ['iname', LANGUAGES.join('|')],
    options: [],
    run: async (context, [iname, language]) => {
      await applyChange(context, resetText(context.assets, readPlace(iname, language)))
    },
  },
]

async function list({ database, assets, terminal }: CommandContext, [part]: readonly string[]): Promise<void> {
  const stored = await readStoredOperatorSettings(database)
  const places: readonly TextPlace[] =
    part === undefined
      ? stored.texts
      : LANGUAGES.flatMap((language) =>
          textKeys(assets, language)
            .filter((iname) => iname.includes(part))
            .map((iname) => ({ iname, language })),
        )
  if (places.length === 0) {
    if (part !== undefined) throw new OperatorFault(`No text has "${part}" in its key`)
    terminal.print('The operator has worded no text; "texts list <part of a key>" finds those there are.')
    return
  }
  const rows = places.map((place) => {
    const { text, source } = textOf(stored, assets, place)
    return [place.iname, place.language, source, shown(text)]
  })
  for (const line of columns([['text', 'in', 'worded by', 'says'], ...rows])) terminal.print(line)
}

function readPlace(iname = '', language?: string): TextPlace {
  return { iname, language: oneOf('language', language, LANGUAGES) }
}
