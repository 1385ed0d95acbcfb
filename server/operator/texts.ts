import type { BrandAssets } from '#brands/brands'
import type { Language } from '#texts/languages'
import { CATALOGUES } from '#texts/texts'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'
import { readStoredOperatorSettings, type Source, type StoredOperatorSettings } from './stored-operator-settings.ts'

/** A text as it is shown and recorded. */
export type TextFacts = { readonly text: string; readonly source: Source }

export interface TextPlace {
  readonly iname: string
  readonly language: Language
}

const TEXT_MAX = 2000
// A line break is allowed; other control characters and marks that change the text direction are not.
const CONTROL = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const PLACE = /\{\w+\}|<\/?\w+>/g

const UPSERT = {
  name: 'operator.upsert_text',
  text: `insert into operator_text (iname, language, text) values ($1, $2, $3)
    on conflict (iname, language) do update set text = excluded.text`,
}
const DELETE = { name: 'operator.delete_text', text: 'delete from operator_text where iname = $1 and language = $2' }

/** The text keys of a language, with those that only the brand has; each plural form is a key. */
export function textKeys({ texts }: BrandAssets, language: Language): string[] {
  return Object.keys({ ...CATALOGUES[language], ...texts[language] })
}

/** The text in effect, and where it comes from. Refuses a key that is not in the language's catalogue. */
export function textOf(stored: StoredOperatorSettings, assets: BrandAssets, { iname, language }: TextPlace): TextFacts {
  const own = stored.texts.find((each) => each.iname === iname && each.language === language)
  return own ? { text: own.text, source: 'operator' } : firstText(assets, { iname, language })
}

/** Sets a text. Refuses an empty one, and one whose placeholders (`{amount}`, `<doc>`) differ from those of the original. */
export function setText(assets: BrandAssets, place: TextPlace, text: string): Change<TextFacts> {
  return {
    area: 'texts',
    subject: subjectOf(place),
    async propose(queryable) {
      refuseText(text, firstText(assets, place).text)
      return { before: textOf(await readStoredOperatorSettings(queryable), assets, place), after: { text, source: 'operator' } }
    },
    async write(tx) {
      await tx.run(UPSERT, [place.iname, place.language, text])
    },
  }
}

/** Resets a text to the brand's. */
export function resetText(assets: BrandAssets, place: TextPlace): Change<TextFacts> {
  return {
    area: 'texts',
    subject: subjectOf(place),
    propose: async (queryable) => ({
      before: textOf(await readStoredOperatorSettings(queryable), assets, place),
      after: firstText(assets, place),
    }),
    async write(tx) {
      await tx.run(DELETE, [place.iname, place.language])
    },
  }
}

function subjectOf({ iname, language }: TextPlace): string {
  return `${iname} ${language}`
}

function firstText(assets: BrandAssets, { iname, language }: TextPlace): TextFacts {
  const ofBrand = wordsAt(assets.texts[language], iname)
  if (ofBrand !== undefined) return { text: ofBrand, source: 'brand' }
  const text = wordsAt(CATALOGUES[language], iname)
  if (text === undefined)
    throw new OperatorFault(`There is no text "${iname}" in ${language}; "texts list <part of a key>" finds one`)
  return { text, source: 'catalogue' }
}

function wordsAt(texts: Readonly<Record<string, string | undefined>>, iname: string): string | undefined {
  return Object.hasOwn(texts, iname) ? texts[iname] : undefined
}

/** Refuses (OperatorFault) a text that cannot replace another. Pure. */
export function refuseText(text: string, standsFor: string): void {
  if (text.trim() === '') throw new OperatorFault('The text is empty; "texts reset" gives the brand’s words back')
  if (text.length > TEXT_MAX) throw new OperatorFault(`The text has ${text.length} characters; ${TEXT_MAX} are the most`)
  if (CONTROL.test(text)) throw new OperatorFault('The text has a character in it that controls how it is read')
  const [given, needed] = [placesOf(text), placesOf(standsFor)]
  const missing = needed.filter((place) => !given.includes(place))
  const strange = given.filter((place) => !needed.includes(place))
  if (missing.length > 0) throw new OperatorFault(`The text has to say ${missing.join(', ')}, as the one it stands for does`)
  if (strange.length > 0) throw new OperatorFault(`Nothing fills ${strange.join(', ')} in here`)
}

function placesOf(text: string): string[] {
  return [...new Set(text.match(PLACE))].sort()
}
