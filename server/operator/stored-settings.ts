import type { Brand } from '#brands/brand'
import type { BrandAssets } from '#brands/brands'
import type { Switch } from '#contract/config'
import type { Currency } from '#money/currency'
import type { Queryable } from '#server/db/pool'
import type { Language } from '#texts/languages'
import { CATALOGUES } from '#texts/texts'

/** A switch as the operator left it. */
interface StoredSwitch {
  readonly name: string
  readonly isOn: boolean
  /** Off until then, and on by itself afterwards. */
  readonly offUntil: Date | undefined
}

/** A margin in basis points; of the pairs that have none of their own when it names no currencies. */
interface StoredMargin {
  readonly from: string | null
  readonly to: string | null
  readonly basisPoints: number
}

interface StoredText {
  readonly iname: string
  readonly language: Language
  readonly text: string
}

export type Support = Brand['support']
export type SupportField = keyof Support

/** All that the operator has decided and that has no row is not in it. */
export interface StoredSettings {
  readonly switches: readonly StoredSwitch[]
  readonly texts: readonly StoredText[]
  readonly margins: readonly StoredMargin[]
  readonly support: readonly { readonly field: SupportField; readonly value: string }[]
}

interface StoredRow {
  switches: { name: string; is_on: boolean; off_until: string | null }[]
  texts: StoredText[]
  margins: { from_currency: string | null; to_currency: string | null; basis_points: number }[]
  support: { field: SupportField; value: string }[]
}

// All in one trip: it is read once a second while anybody uses the wallet.
const READ = {
  name: 'operator.read',
  text: `select
    (select coalesce(jsonb_agg(to_jsonb(feature_switch)), '[]') from feature_switch) as switches,
    (select coalesce(jsonb_agg(to_jsonb(operator_text) order by iname, language), '[]') from operator_text) as texts,
    (select coalesce(jsonb_agg(to_jsonb(rate_margin)), '[]') from rate_margin) as margins,
    (select coalesce(jsonb_agg(to_jsonb(support_contact)), '[]') from support_contact) as support`,
}

/** Reads all that the operator has decided. */
export async function readStoredSettings(queryable: Queryable): Promise<StoredSettings> {
  const row = await queryable.find<StoredRow>(READ)
  if (!row) throw new Error('A select without a table gave no row')
  return {
    switches: row.switches.map(({ name, is_on, off_until }) => ({
      name,
      isOn: is_on,
      offUntil: off_until === null ? undefined : new Date(off_until),
    })),
    texts: row.texts,
    margins: row.margins.map(({ from_currency, to_currency, basis_points }) => ({
      from: from_currency,
      to: to_currency,
      basisPoints: basis_points,
    })),
    support: row.support,
  }
}

/** How a switch stands at an instant: off until a time that has passed is on; without the operator's word, as the brand begins with it. */
export function switchAt(
  stored: StoredSettings,
  brand: Brand,
  name: Switch,
  now: Date,
): { readonly isOn: boolean; readonly offUntil: Date | undefined } {
  const found = stored.switches.find((each) => each.name === name)
  if (!found) return { isOn: brand.switches[name], offUntil: undefined }
  const isOver = found.offUntil !== undefined && found.offUntil <= now
  return found.isOn || isOver ? { isOn: true, offUntil: undefined } : { isOn: false, offUntil: found.offUntil }
}

/** Whose word a value is: the operator's, for this very thing or for all that have none of their own, or what the brand begins with. */
export type Source = 'operator' | 'default' | 'brand' | 'catalogue' | 'setting'

/** The margin of every pair that has none of its own, in basis points. */
export function defaultMargin({ margins }: StoredSettings, beginsWith: number): { basisPoints: number; source: Source } {
  const found = margins.find(({ from }) => from === null)
  return found ? { basisPoints: found.basisPoints, source: 'operator' } : { basisPoints: beginsWith, source: 'setting' }
}

/** The margin of a pair in basis points: its own, else the default. */
export function marginOf(
  stored: StoredSettings,
  { from, to }: { readonly from: Currency; readonly to: Currency },
  beginsWith: number,
): { basisPoints: number; source: Source } {
  const own = stored.margins.find((each) => each.from === from && each.to === to)
  if (own) return { basisPoints: own.basisPoints, source: 'operator' }
  return { ...defaultMargin(stored, beginsWith), source: 'default' }
}

/** How to reach the support: the operator's word where there is one, else the brand's. */
export function supportOf({ support }: StoredSettings, brand: Brand): Support {
  return { ...brand.support, ...Object.fromEntries(support.map(({ field, value }) => [field, value])) }
}

/** The texts of the operator over the brand's, by language. Those whose key no catalogue has any more are left out. */
export function textsOver({ texts }: StoredSettings, assets: Pick<BrandAssets, 'texts'>): BrandAssets['texts'] {
  const ofLanguage = (language: Language) =>
    Object.fromEntries(
      texts
        .filter((each) => each.language === language && Object.hasOwn(CATALOGUES[language], each.iname))
        .map(({ iname, text }) => [iname, text]),
    )
  return { ru: { ...assets.texts.ru, ...ofLanguage('ru') }, en: { ...assets.texts.en, ...ofLanguage('en') } }
}
