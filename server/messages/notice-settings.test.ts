import { expect, test } from 'vitest'
import { NOTICE_CHANNELS } from '#contract/notice-settings'
import { isTold, settingsOf } from './notice-settings.ts'

const ALL = new Set(NOTICE_CHANNELS)
const of = (kind: string, chosen: Parameters<typeof settingsOf>[0], present: Parameters<typeof settingsOf>[1] = ALL) =>
  settingsOf(chosen, present).find((each) => each.kind === kind)

test('without a choice every notice goes by push, and security alone by SMS', () => {
  expect(of('money_in', [])).toEqual({ kind: 'money_in', isFixed: false, channels: { push: true } })
  expect(of('rate_alert', [])?.channels).toEqual({ push: true, email: false })
  expect(of('security', [])).toEqual({ kind: 'security', isFixed: true, channels: { push: true, email: true, sms: true } })
})

test('a choice applies to its kind and channel, and to no other', () => {
  const chosen = [{ kind: 'money_in', channel: 'push', is_on: false } as const]
  expect(of('money_in', chosen)?.channels).toEqual({ push: false })
  expect(of('money_out', chosen)?.channels).toEqual({ push: true })
})

test('security stays on, whatever the stored settings say of it [notice-settings-1]', () => {
  const chosen = NOTICE_CHANNELS.map((channel) => ({ kind: 'security', channel, is_on: false }))
  expect(of('security', chosen)?.channels).toEqual({ push: true, email: true, sms: true })
})

test('a channel that the wallet lacks is in no kind, and a channel that never carries a kind cannot be chosen for it', () => {
  expect(settingsOf([], new Set(['email'])).every(({ channels }) => channels.push === undefined)).toBe(true)
  expect(of('money_in', [{ kind: 'money_in', channel: 'sms', is_on: true }])?.channels).toEqual({ push: true })
  expect(isTold('money_in', 'sms')).toBe(false)
  expect(isTold('rate_alert', 'email')).toBe(true)
})
