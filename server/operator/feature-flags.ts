import type { Brand } from '#brands/brand'
import type { FeatureFlag } from '#contract/config'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'
import { flagAt, readStoredOperatorSettings } from './stored-operator-settings.ts'

/** A feature flag as it is shown and recorded; `until` is an instant in ISO 8601. */
export type FlagFacts = { readonly state: 'on' | 'off'; readonly until: string | null }

/** A new value for a feature flag. */
export interface FlagUpdate {
  readonly name: FeatureFlag
  readonly state: 'on' | 'off'
  /** When the feature turns on again by itself. */
  readonly until: Date | undefined
}

const UPSERT = {
  name: 'operator.upsert_flag',
  text: `insert into feature_flag (name, is_on, off_until) values ($1, $2, $3)
    on conflict (name) do update set is_on = excluded.is_on, off_until = excluded.off_until`,
}

/** The value of a feature flag as it is shown and recorded. */
export function flagFacts({ isOn, offUntil }: ReturnType<typeof flagAt>): FlagFacts {
  return { state: isOn ? 'on' : 'off', until: offUntil?.toISOString() ?? null }
}

/** Turns a feature on, off, or off until a time. Refuses a time that has passed. */
export function flagChange(brand: Brand, { name, state, until }: FlagUpdate, now: Date): Change<FlagFacts> {
  return {
    area: 'flags',
    subject: name,
    async propose(queryable) {
      if (until && until <= now) throw new OperatorFault(`${until.toISOString()} has passed already`)
      return {
        before: flagFacts(flagAt(await readStoredOperatorSettings(queryable), brand, name, now)),
        after: { state, until: until?.toISOString() ?? null },
      }
    },
    async write(tx, { after }) {
      await tx.run(UPSERT, [name, after.state === 'on', after.until])
    },
  }
}
