import { expect, test } from 'vitest'
import { listOperationKinds } from '#contract/operation-kinds'
import { CATALOGUES } from '#texts/texts'
import { isTellingKind, TELLINGS } from './kinds.ts'
import { legPlace, noticePlace } from './notice-kinds.ts'

test('a notice of an operation leads to its receipt, and has the kind of that operation', () => {
  expect(legPlace('o1', 'topup', false)).toEqual({ kind: 'money_in', path: '/history?operation=o1' })
  expect(legPlace('o1', 'withdrawal', true).kind).toBe('money_out')
  expect(legPlace('o1', 'exchange', true).kind).toBe('exchange')
  for (const [kind, { legs }] of listOperationKinds()) {
    if (legs.out) expect([kind, legPlace('o1', kind, true).kind]).toEqual([kind, 'money_out'])
  }
})

test('a notice of a request leads to that request, and a notice without one leads to their list', () => {
  expect(noticePlace('request_received', { request_id: 'r&1' })).toEqual({
    kind: 'request',
    path: '/wallet/requests?id=r%261',
  })
  expect(noticePlace('request_declined', {}).path).toBe('/wallet/requests')
  expect(noticePlace('welcome', { request_id: 'r1' }).path).toBe('/wallet/topup')
})

test('every text of a stored notice has a destination, and notices of a thief’s actions are security', () => {
  const stored = Object.keys(TELLINGS).filter((kind) => `notification.${kind}` in CATALOGUES.en)
  const others = new Set(['rate_alert', 'identification_complete', 'identification_aborted'])
  for (const kind of stored) {
    expect([kind, noticePlace(kind, {}).kind === 'security']).toEqual([kind, !others.has(kind)])
    expect(isTellingKind(kind)).toBe(true)
  }
  expect(stored.length).toBeGreaterThan(10)
})

test('a notice of a later version is news, and leads Home', () => {
  expect(noticePlace('later', {})).toEqual({ kind: 'news', path: '/' })
})
