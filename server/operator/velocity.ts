import type { Change } from './change.ts'
import { readStoredOperatorSettings, type Source, type StoredOperatorSettings } from './stored-operator-settings.ts'

/** The figures of the velocity rules (docs/operator.md), by the names that the operator knows them by. */
export const VELOCITY_FIGURES = [
  'recipients_per_hour',
  'out_percent',
  'out_floor_percent',
  'senders_per_day',
  'new_days',
  'card_wallets',
] as const

export type VelocityFigure = (typeof VELOCITY_FIGURES)[number]
/** All of them, in whole numbers; where it is that of a rule, 0 switches it off. */
export type VelocityFigures = Readonly<Record<VelocityFigure, number>>

/** The most that a figure may be. */
export const VELOCITY_MAX = 1_000_000

type SettingOf<Figure extends string> = `VELOCITY_${Uppercase<Figure>}`

/** The figures while the operator has set none, by the settings. */
export function velocityDefaultsOf(settings: Readonly<Record<SettingOf<VelocityFigure>, number>>): VelocityFigures {
  return {
    recipients_per_hour: settings.VELOCITY_RECIPIENTS_PER_HOUR,
    out_percent: settings.VELOCITY_OUT_PERCENT,
    out_floor_percent: settings.VELOCITY_OUT_FLOOR_PERCENT,
    senders_per_day: settings.VELOCITY_SENDERS_PER_DAY,
    new_days: settings.VELOCITY_NEW_DAYS,
    card_wallets: settings.VELOCITY_CARD_WALLETS,
  }
}

/** The figures as they are in effect: the operator's where they are set, else the settings'. */
export function velocityOf({ velocity }: Pick<StoredOperatorSettings, 'velocity'>, defaults: VelocityFigures): VelocityFigures {
  const all = { ...defaults }
  for (const figure of VELOCITY_FIGURES) all[figure] = velocity.find(({ name }) => name === figure)?.value ?? defaults[figure]
  return all
}

/** A figure as it is shown and recorded. */
export type VelocityFacts = { readonly value: string; readonly source: Source }

/** A figure as it is in effect, and where it comes from. */
export function velocityFacts(stored: StoredOperatorSettings, figure: VelocityFigure, defaults: VelocityFigures): VelocityFacts {
  const isSet = stored.velocity.some(({ name }) => name === figure)
  return { value: String(velocityOf(stored, defaults)[figure]), source: isSet ? 'operator' : 'setting' }
}

const UPSERT = {
  name: 'operator.upsert_velocity',
  text: `insert into velocity_figure (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
}
const DELETE = { name: 'operator.delete_velocity', text: 'delete from velocity_figure where name = $1' }

/** Sets a figure of the velocity rules; `undefined` resets it to its setting. What is held already stays so. */
export function velocityChange(
  figure: VelocityFigure,
  value: number | undefined,
  defaults: VelocityFigures,
): Change<VelocityFacts> {
  return {
    area: 'velocity',
    subject: figure,
    async propose(queryable) {
      const stored = await readStoredOperatorSettings(queryable)
      const velocity = [
        ...stored.velocity.filter(({ name }) => name !== figure),
        ...(value === undefined ? [] : [{ name: figure, value }]),
      ]
      return {
        before: velocityFacts(stored, figure, defaults),
        after: velocityFacts({ ...stored, velocity }, figure, defaults),
      }
    },
    async write(tx) {
      if (value === undefined) await tx.run(DELETE, [figure])
      else await tx.run(UPSERT, [figure, value])
    },
  }
}
