import { expect, test } from 'vitest'
import { velocityFacts, velocityOf } from './velocity.ts'

const DEFAULTS = {
  recipients_per_hour: 10,
  out_percent: 80,
  out_floor_percent: 10,
  senders_per_day: 5,
  new_days: 7,
  card_wallets: 2,
}
const NOTHING = { flags: [], texts: [], margins: [], support: [], velocity: [] }
const SET = {
  ...NOTHING,
  velocity: [
    { name: 'out_percent', value: 0 },
    { name: 'of_a_later_version', value: 7 },
  ],
}

test('a limit is the operator’s when set, also when it is 0, else the setting’s', () => {
  expect(velocityOf(NOTHING, DEFAULTS)).toEqual(DEFAULTS)
  expect(velocityOf(SET, DEFAULTS)).toEqual({ ...DEFAULTS, out_percent: 0 })
  expect(velocityFacts(SET, 'out_percent', DEFAULTS)).toEqual({ value: '0', source: 'operator' })
  expect(velocityFacts(SET, 'new_days', DEFAULTS)).toEqual({ value: '7', source: 'setting' })
})
