import { expect, test } from 'vitest'
import { money } from '#money/money'
import { caughtBy, type Velocity, type VelocityLimits } from './velocity.ts'

const now = new Date('2026-11-25T12:00:00Z')
const DAY_MS = 86_400_000
const LIMITS: VelocityLimits = { recipientsPerHour: 10, outPercent: 80, outFloorPercent: 10, sendersPerDay: 5, newDays: 7 }
const OFF: VelocityLimits = { recipientsPerHour: 0, outPercent: 0, outFloorPercent: 0, sendersPerDay: 0, newDays: 0 }
const QUIET: Velocity = { recipients: 1, senders: 1, walletSince: new Date(0), cameInMinor: 0n, wentOutMinor: 0n }
const daily = money('USD', 1_000_000n)

const ruleOf = (velocity: Partial<Velocity>, amountMinor = 1000n, limits: Partial<VelocityLimits> = {}) =>
  caughtBy({ ...QUIET, ...velocity }, { ...LIMITS, ...limits }, { amount: money('USD', amountMinor), daily, now })?.rule
const openedBefore = (ms: number) => new Date(now.getTime() - ms)

test('transfers to ten different recipients in an hour are sent; a transfer to the eleventh is held [p2p-velocity-1]', () => {
  expect(ruleOf({ recipients: 10 })).toBeUndefined()
  expect(ruleOf({ recipients: 11 })).toBe('many_recipients')
})

test('a movement is held when it brings the outgoing money of an hour to eighty per cent of the incoming; a cent less is not', () => {
  expect(ruleOf({ cameInMinor: 100_000n }, 79_999n)).toBeUndefined()
  expect(ruleOf({ cameInMinor: 100_000n }, 80_000n)).toBe('out_after_in')
  expect(ruleOf({ cameInMinor: 100_000n, wentOutMinor: 50_000n }, 29_999n)).toBeUndefined()
  expect(ruleOf({ cameInMinor: 100_000n, wentOutMinor: 50_000n }, 30_000n)).toBe('out_after_in')
})

test('an income below a tenth of the daily limit may go out at once', () => {
  expect(ruleOf({ cameInMinor: 99_999n }, 99_999n)).toBeUndefined()
  expect(ruleOf({ cameInMinor: 100_000n }, 100_000n)).toBe('out_after_in')
  expect(ruleOf({ cameInMinor: 1n }, 1000n, { outFloorPercent: 0 })).toBe('out_after_in')
})

test('outgoing money is not held when nothing has come in', () => {
  expect(ruleOf({ wentOutMinor: 900_000n }, 100_000n, { outFloorPercent: 0 })).toBeUndefined()
})

test('five people may send to a wallet that is new or not opened yet; the transfer of a sixth is held', () => {
  for (const walletSince of [null, openedBefore(7 * DAY_MS - 1), now]) {
    expect(ruleOf({ senders: 5, walletSince })).toBeUndefined()
    expect(ruleOf({ senders: 6, walletSince })).toBe('many_senders')
  }
  expect(ruleOf({ senders: 6, walletSince: openedBefore(7 * DAY_MS) })).toBeUndefined()
})

test('the figure 0 switches a rule off', () => {
  const all = { recipients: 1000, senders: 1000, walletSince: null, cameInMinor: 1_000_000n, wentOutMinor: 0n }
  expect(ruleOf(all, 1_000_000n, OFF)).toBeUndefined()
  expect(ruleOf(all, 1_000_000n, { ...OFF, recipientsPerHour: 1 })).toBe('many_recipients')
  expect(ruleOf(all, 1_000_000n, { ...OFF, outPercent: 1 })).toBe('out_after_in')
  expect(ruleOf(all, 1_000_000n, { ...OFF, sendersPerDay: 1 })).toBe('many_senders')
})

test('the operator reads every rule that a transfer breaks', () => {
  const all = { recipients: 11, senders: 6, walletSince: openedBefore(DAY_MS), cameInMinor: 200_000n, wentOutMinor: 20_000n }
  expect(caughtBy({ ...QUIET, ...all }, LIMITS, { amount: money('USD', 160_000n), daily, now })).toEqual({
    rule: 'many_senders',
    why:
      '6 different senders in 24 hours to a wallet younger than 7 days, more than 5; 11 different recipients in an hour, more than 10; ' +
      '90 % of what came in within an hour goes out, of 80 % or more',
  })
})
