import type { BrandAssets } from '#brands/brands'
import { SWITCHES, type Switch } from '#contract/config'
import type { Currency } from '#money/currency'
import type { Database } from '#server/db/pool'
import { createTexts, type Texts } from '#texts/texts'
import {
  marginOf,
  readStoredSettings,
  type StoredSettings,
  type Support,
  supportOf,
  switchAt,
  textsOver,
} from './stored-settings.ts'

/** What the operator has decided, as the running wallet goes by it: plain look-ups, at most a second old once `refresh` was awaited. */
export interface OperatorSettings {
  /** Whether a feature is on now. */
  isOn(feature: Switch): boolean
  switches(): Record<Switch, boolean>
  /** When features that are off come back, in ISO 8601, where the operator has said so. */
  offUntil(): Partial<Record<Switch, string>>
  support(): Support
  /** The operator's margin of a pair, in basis points. */
  marginBasisPoints(from: Currency, to: Currency): number
  /** The texts of the operator over the brand's over the catalogue's. */
  readonly texts: Texts
  /** Reads anew what is older than a second. Never fails: while the database is away, what was known last goes on. */
  refresh(): Promise<void>
}

export interface OperatorSettingsDeps {
  readonly database: Database
  readonly assets: BrandAssets
  /** The margin before the operator has said anything. */
  readonly marginBasisPoints: number
  /** Features that are off whatever the operator says. */
  readonly alwaysOff?: readonly Switch[]
  readonly clock: () => Date
  readonly warn: (error: unknown) => void
}

const FRESH_MS = 1000

/** Reads the operator's decisions for the first time. Throws when the database does not answer. */
export async function openOperatorSettings(deps: OperatorSettingsDeps): Promise<OperatorSettings> {
  const { database, assets, clock } = deps
  const { brand } = assets
  let stored = await readStoredSettings(database)
  let readAt = performance.now()
  let reading: Promise<void> | undefined
  const texts = new LiveTexts(assets, stored)

  function adopt(fresh: StoredSettings): void {
    stored = fresh
    texts.follow(fresh)
  }
  async function readAnew(): Promise<void> {
    const startedAt = performance.now()
    await readStoredSettings(database).then(adopt).catch(deps.warn)
    readAt = startedAt
    reading = undefined
  }
  const isOn = (feature: Switch): boolean => !deps.alwaysOff?.includes(feature) && switchAt(stored, brand, feature, clock()).isOn
  return {
    isOn,
    switches() {
      const all = { ...brand.switches }
      for (const name of SWITCHES) all[name] = isOn(name)
      return all
    },
    offUntil() {
      const all: Partial<Record<Switch, string>> = {}
      for (const name of SWITCHES) {
        const { offUntil } = switchAt(stored, brand, name, clock())
        if (offUntil) all[name] = offUntil.toISOString()
      }
      return all
    },
    support: () => supportOf(stored, brand),
    marginBasisPoints: (from, to) => marginOf(stored, { from, to }, deps.marginBasisPoints).basisPoints,
    texts: texts.translator,
    async refresh() {
      if (performance.now() - readAt < FRESH_MS) return
      reading ??= readAnew()
      await reading
    },
  }
}

/** A translator that follows the operator: made anew only when a text has changed. */
class LiveTexts {
  readonly translator: Texts
  private readonly assets: BrandAssets
  private current: Texts
  private said: string

  constructor(assets: BrandAssets, stored: StoredSettings) {
    this.assets = assets
    this.said = JSON.stringify(stored.texts)
    this.current = createTexts(textsOver(stored, assets))
    this.translator = {
      translate: (language, key, parameters) => this.current.translate(language, key, parameters),
      translateAny: (language, key, parameters) => this.current.translateAny(language, key, parameters),
      // Which keys there are does not change: the operator words them, and cannot make new ones.
      has: this.current.has,
      all: (language) => this.current.all(language),
    }
  }

  follow(stored: StoredSettings): void {
    const said = JSON.stringify(stored.texts)
    if (said === this.said) return
    this.said = said
    this.current = createTexts(textsOver(stored, this.assets))
  }
}
