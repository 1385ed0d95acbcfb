import { CATALOGUES } from '#texts/texts'

/** What a code of an SMS is told by has to come first. */
const CODE_FIRST = /^(\{code\} )?/

/** A catalogue made from the English one, every text of it marked, with the plural forms of its language: a module of TypeScript. */
export function markedCatalogue(language: string): string {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const lines = Object.entries(CATALOGUES.en).flatMap(([key, text]) => {
    const isOther = key.endsWith('_other')
    const keys = isOther ? forms.filter((form) => form !== 'one').map((form) => key.replace(/other$/, form)) : [key]
    return keys.map((each) => `  ${JSON.stringify(each)}: ${JSON.stringify(text.replace(CODE_FIRST, `$1${language}:`))},`)
  })
  return [
    "import type { CatalogueOf } from './texts.ts'",
    '',
    '/** The catalogue of a language that was added. */',
    `export const ${language}: CatalogueOf<${forms.map((form) => `'${form}'`).join(' | ')}> = {`,
    ...lines,
    '}',
    '',
  ].join('\n')
}
