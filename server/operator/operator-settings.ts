import type { BrandAssets } from '#brands/brands'
import { FEATURE_FLAGS, type FeatureFlag } from '#contract/config'
import type { Currency } from '#money/currency'
import type { Database } from '#server/db/pool'
import { createTexts, type Texts } from '#texts/texts'
import {
  flagAt,
  marginOf,
  readStoredOperatorSettings,
  type StoredOperatorSettings,
  type Support,
  supportOf,
  textsOver,
} from './stored-operator-settings.ts'
import { type VelocityFigures, velocityOf } from './velocity.ts'

/** The operator's settings in the running wallet: synchronous look-ups, at most a second old after `refresh` was awaited. */
export interface OperatorSettings {
  /** Whether a feature is on now. */
  isOn(feature: FeatureFlag): boolean
  featureFlags(): Record<FeatureFlag, boolean>
  /** When features that are off turn on again, in ISO 8601, where the operator has set a time. */
  offUntil(): Partial<Record<FeatureFlag, string>>
  support(): Support
  /** The operator's margin of a pair, in basis points. */
  marginBasisPoints(from: Currency, to: Currency): number
  /** The figures of the velocity rules. */
  velocity(): VelocityFigures
  /** The operator's texts over the brand's over the built-in ones. */
  readonly texts: Texts
  /** Reads the settings again when they are old; to be awaited where it gives something. Never fails: while the database is away, the last ones stay in effect. */
  refresh(): Promise<void> | undefined
}

export interface OperatorSettingsDeps {
  readonly database: Database
  readonly assets: BrandAssets
  /** The margin while the operator has set none. */
  readonly marginBasisPoints: number
  /** The figures of the velocity rules that the operator has not set. */
  readonly velocity: VelocityFigures
  /** Features that are off whatever the operator sets. */
  readonly alwaysOff?: readonly FeatureFlag[]
  readonly clock: () => Date
  readonly warn: (error: unknown) => void
}

const FRESH_MS = 1000
// From half of that on they are read again beside the calls, so that under load no call waits for it.
const READ_AGAIN_MS = FRESH_MS / 2

/** Reads the operator's settings for the first time. Throws when the database cannot be reached. */
export async function openOperatorSettings(deps: OperatorSettingsDeps): Promise<OperatorSettings> {
  const { database, assets, clock } = deps
  const { brand } = assets
  let stored = await readStoredOperatorSettings(database)
  let readAt = performance.now()
  let reading: Promise<void> | undefined
  const texts = new LiveTexts(assets, stored)

  function apply(fresh: StoredOperatorSettings): void {
    stored = fresh
    texts.update(fresh)
  }
  async function readAgain(): Promise<void> {
    const startedAt = performance.now()
    try {
      await readStoredOperatorSettings(database).then(apply).catch(deps.warn)
    } finally {
      readAt = startedAt
      reading = undefined
    }
  }
  const isOn = (feature: FeatureFlag): boolean =>
    !deps.alwaysOff?.includes(feature) && flagAt(stored, brand, feature, clock()).isOn
  return {
    isOn,
    featureFlags() {
      const all = { ...brand.featureFlags }
      for (const name of FEATURE_FLAGS) all[name] = isOn(name)
      return all
    },
    offUntil() {
      const all: Partial<Record<FeatureFlag, string>> = {}
      for (const name of FEATURE_FLAGS) {
        const { offUntil } = flagAt(stored, brand, name, clock())
        if (offUntil) all[name] = offUntil.toISOString()
      }
      return all
    },
    support: () => supportOf(stored, brand),
    marginBasisPoints: (from, to) => marginOf(stored, { from, to }, deps.marginBasisPoints).basisPoints,
    velocity: () => velocityOf(stored, deps.velocity),
    texts: texts.translator,
    refresh() {
      const age = performance.now() - readAt
      if (age >= READ_AGAIN_MS) reading ??= readAgain()
      return age >= FRESH_MS ? reading : undefined
    },
  }
}

/** A translator with the operator's current texts: built again only when one of them has changed. */
class LiveTexts {
  readonly translator: Texts
  private readonly assets: BrandAssets
  private current: Texts
  private serialized: string

  constructor(assets: BrandAssets, stored: StoredOperatorSettings) {
    this.assets = assets
    this.serialized = JSON.stringify(stored.texts)
    this.current = createTexts(textsOver(stored, assets))
    this.translator = {
      translate: (language, key, parameters) => this.current.translate(language, key, parameters),
      translateAny: (language, key, parameters) => this.current.translateAny(language, key, parameters),
      // The keys stay the same: the operator changes texts and cannot add any.
      has: this.current.has,
      all: (language) => this.current.all(language),
    }
  }

  update(stored: StoredOperatorSettings): void {
    const serialized = JSON.stringify(stored.texts)
    if (serialized === this.serialized) return
    this.serialized = serialized
    this.current = createTexts(textsOver(stored, this.assets))
  }
}
