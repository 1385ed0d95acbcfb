import type { Brand } from '#brands/brand'
import type { BrandAssets } from '#brands/brands'
import type { FeatureFlag } from '#contract/config'
import type { Currency } from '#money/currency'
import type { Queryable } from '#server/db/queryable'
import { inEveryLanguage, type Language } from '#texts/languages'
import { CATALOGUES } from '#texts/texts'

/** A feature flag as the operator has set it. */
interface StoredFlag {
  readonly name: string
  readonly isOn: boolean
  /** Off until then, on by itself afterwards. */
  readonly offUntil: Date | undefined
}

/** A margin in basis points; without currencies, of all pairs that have none of their own. */
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

/** The operator's settings as the database has them; what the operator has not set is not among them. */
export interface StoredOperatorSettings {
  readonly flags: readonly StoredFlag[]
  readonly texts: readonly StoredText[]
  readonly margins: readonly StoredMargin[]
  readonly support: readonly { readonly field: SupportField; readonly value: string }[]
  readonly velocity: readonly { readonly name: string; readonly value: number }[]
}

interface StoredRow {
  flags: { name: string; is_on: boolean; off_until: string | null }[]
  texts: StoredText[]
  margins: { from_currency: string | null; to_currency: string | null; basis_points: number }[]
  support: { field: SupportField; value: string }[]
  velocity: { name: string; value: number }[]
}

// One round trip: it is read once a second while the wallet is in use.
const READ = {
  name: 'operator.read',
  text: `select
    (select coalesce(jsonb_agg(to_jsonb(feature_flag)), '[]') from feature_flag) as flags,
    (select coalesce(jsonb_agg(to_jsonb(operator_text) order by iname, language), '[]') from operator_text) as texts,
    (select coalesce(jsonb_agg(to_jsonb(rate_margin)), '[]') from rate_margin) as margins,
    (select coalesce(jsonb_agg(to_jsonb(support_contact)), '[]') from support_contact) as support,
    (select coalesce(jsonb_agg(to_jsonb(velocity_figure)), '[]') from velocity_figure) as velocity`,
}

/** Reads all the operator's settings. */
export async function readStoredOperatorSettings(queryable: Queryable): Promise<StoredOperatorSettings> {
  const row = await queryable.find<StoredRow>(READ)
  if (!row) throw new Error('A select without a table gave no row')
  return {
    flags: row.flags.map(({ name, is_on, off_until }) => ({
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
    velocity: row.velocity,
  }
}

/** The value of a feature flag at an instant: off until a time that has passed is on; the brand's default when the operator has not set it. */
export function flagAt(
  stored: StoredOperatorSettings,
  brand: Brand,
  name: FeatureFlag,
  now: Date,
): { readonly isOn: boolean; readonly offUntil: Date | undefined } {
  const found = stored.flags.find((each) => each.name === name)
  if (!found) return { isOn: brand.featureFlags[name], offUntil: undefined }
  const isOver = found.offUntil !== undefined && found.offUntil <= now
  return found.isOn || isOver ? { isOn: true, offUntil: undefined } : { isOn: false, offUntil: found.offUntil }
}

/** Where a value comes from: the operator's own for it (`operator`) or for all without one (`default`), or else what the wallet ships with. */
export type Source = 'operator' | 'default' | 'brand' | 'catalogue' | 'setting'

/** The margin of pairs without their own, in basis points. */
export function defaultMargin({ margins }: StoredOperatorSettings, fallback: number): { basisPoints: number; source: Source } {
  const found = margins.find(({ from }) => from === null)
  return found ? { basisPoints: found.basisPoints, source: 'operator' } : { basisPoints: fallback, source: 'setting' }
}

/** The margin of a pair in basis points: its own, else the default. */
export function marginOf(
  stored: StoredOperatorSettings,
  { from, to }: { readonly from: Currency; readonly to: Currency },
  fallback: number,
): { basisPoints: number; source: Source } {
  const own = stored.margins.find((each) => each.from === from && each.to === to)
  if (own) return { basisPoints: own.basisPoints, source: 'operator' }
  return { ...defaultMargin(stored, fallback), source: 'default' }
}

/** The support's contacts: the operator's where they are set, else the brand's. */
export function supportOf({ support }: StoredOperatorSettings, brand: Brand): Support {
  return { ...brand.support, ...Object.fromEntries(support.map(({ field, value }) => [field, value])) }
}

/** The operator's texts over the brand's, by language. Texts whose key is no longer in the catalogue are left out. */
export function textsOver({ texts }: StoredOperatorSettings, assets: Pick<BrandAssets, 'texts'>): BrandAssets['texts'] {
  const ofLanguage = (language: Language) =>
    Object.fromEntries(
      texts
        .filter((each) => each.language === language && Object.hasOwn(CATALOGUES[language], each.iname))
        .map(({ iname, text }) => [iname, text]),
    )
  return inEveryLanguage((language) => ({ ...assets.texts[language], ...ofLanguage(language) }))
}
