import type { Brand } from '#brands/brand'
import type { Switch } from '#contract/config'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'
import { readStoredSettings, switchAt } from './stored-settings.ts'

/** How a switch is shown and recorded; `until` is an instant in ISO 8601. */
export type SwitchFacts = { readonly state: 'on' | 'off'; readonly until: string | null }

export interface SwitchWish {
  readonly name: Switch
  readonly state: 'on' | 'off'
  /** When it comes back by itself. */
  readonly until: Date | undefined
}

const UPSERT = {
  name: 'operator.upsert_switch',
  text: `insert into feature_switch (name, is_on, off_until) values ($1, $2, $3)
    on conflict (name) do update set is_on = excluded.is_on, off_until = excluded.off_until`,
}

/** How a switch stands at an instant, in words. */
export function switchFacts({ isOn, offUntil }: ReturnType<typeof switchAt>): SwitchFacts {
  return { state: isOn ? 'on' : 'off', until: offUntil?.toISOString() ?? null }
}

/** Switches a feature on, off, or off until a time. Refuses a time that has passed. */
export function switchChange(brand: Brand, { name, state, until }: SwitchWish, now: Date): Change<SwitchFacts> {
  return {
    area: 'switches',
    subject: name,
    async propose(queryable) {
      if (until && until <= now) throw new OperatorFault(`${until.toISOString()} has passed already`)
      return {
        before: switchFacts(switchAt(await readStoredSettings(queryable), brand, name, now)),
        after: { state, until: until?.toISOString() ?? null },
      }
    },
    async write(tx, { after }) {
      await tx.run(UPSERT, [name, after.state === 'on', after.until])
    },
  }
}
