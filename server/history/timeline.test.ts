import { expect, test } from 'vitest'
import { type Course, stepTextOf, timelineOf } from './timeline.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 14, minute))

function course(of: Partial<Course> & Pick<Course, 'kind' | 'state'>): Course {
  return { isOut: true, begunAt: at(0), joinedAt: at(0), endedAt: null, recalledAt: null, changes: [], ...of }
}

/** Each step as `name minute`; `name ?` without an instant, `(name)` for what is yet to come. */
function told(of: Parameters<typeof course>[0]): string[] {
  return timelineOf(course(of)).map(({ name, at: when, isDone }) =>
    isDone ? `${name} ${when ? when.getUTCMinutes() : '?'}` : `(${name})`,
  )
}

test('a withdrawal is requested and held, then sent, then arrives', () => {
  const changes = [
    { from: 'held', to: 'unknown', at: at(1) },
    { from: 'unknown', to: 'complete', at: at(5) },
  ]
  expect(told({ kind: 'withdrawal', state: 'held' })).toEqual(['asked 0', 'held 0', '(delivered)'])
  expect(told({ kind: 'withdrawal', state: 'unknown', changes: changes.slice(0, 1) })).toEqual([
    'asked 0',
    'held 0',
    'sent 1',
    '(delivered)',
  ])
  expect(told({ kind: 'withdrawal', state: 'complete', endedAt: at(5), changes })).toEqual([
    'asked 0',
    'held 0',
    'sent 1',
    'delivered 5',
  ])
})

test('a failed withdrawal comes back', () => {
  const changes = [{ from: 'held', to: 'failed', at: at(2) }]
  expect(told({ kind: 'withdrawal', state: 'failed', endedAt: at(2), changes })).toEqual(['asked 0', 'held 0', 'returned 2'])
  expect(told({ kind: 'withdrawal', state: 'failed', endedAt: at(2), changes, recalledAt: at(9) })).toEqual([
    'asked 0',
    'held 0',
    'returned 2',
    'delivered 9',
  ])
})

test('an order may be paid after its expiry, and taken back by the bank', () => {
  const changes = [
    { from: 'pending', to: 'expired', at: at(10) },
    { from: 'expired', to: 'complete', at: at(20) },
    { from: 'complete', to: 'charged_back', at: at(30) },
  ]
  const isOut = false
  expect(told({ kind: 'topup', state: 'pending', isOut })).toEqual(['asked 0', '(arrived)'])
  expect(told({ kind: 'topup', state: 'charged_back', isOut, endedAt: at(20), changes })).toEqual([
    'asked 0',
    'expired 10',
    'arrived 20',
    'charged_back 30',
  ])
})

test('the step “waiting” is in the present while the money waits, and in the past once it was received or returned', () => {
  const changes = (to: string) => [{ from: 'waiting', to, at: at(9) }]
  const texts = (of: Parameters<typeof course>[0]) => {
    const steps = timelineOf(course(of))
    return steps.map((step, place) => stepTextOf(step, steps[place + 1]))
  }
  expect(texts({ kind: 'p2p', state: 'waiting' })).toEqual([
    'receipt.step.asked',
    'receipt.step.waiting',
    'receipt.step.delivered',
  ])
  for (const [state, last] of [
    ['received', 'receipt.step.delivered'],
    ['taken_back', 'receipt.step.returned'],
  ] as const) {
    expect(texts({ kind: 'p2p', state, endedAt: at(9), changes: changes(state) })).toEqual([
      'receipt.step.asked',
      'receipt.past.waiting',
      last,
    ])
  }
})

test('an immediate operation has one step', () => {
  expect(told({ kind: 'exchange', state: 'complete', endedAt: at(0) })).toEqual(['exchanged 0'])
  expect(told({ kind: 'p2p', state: 'complete', endedAt: at(0) })).toEqual(['delivered 0'])
  expect(told({ kind: 'p2p', state: 'complete', endedAt: at(0), isOut: false })).toEqual(['arrived 0'])
  expect(told({ kind: 'chargeback', state: 'complete', endedAt: at(0) })).toEqual(['taken 0'])
})

test('a recipient of money that was held sees no earlier step', () => {
  const changes = [
    { from: 'held', to: 'waiting', at: at(3) },
    { from: 'waiting', to: 'received', at: at(9) },
  ]
  const received = { kind: 'p2p', state: 'received', endedAt: at(9), changes }
  expect(told(received)).toEqual(['asked 0', 'checking 0', 'waiting 3', 'delivered 9'])
  expect(told({ ...received, isOut: false, joinedAt: at(9) })).toEqual(['arrived 9'])
})

test('an old operation shows only the steps that were stored', () => {
  expect(told({ kind: 'withdrawal', state: 'complete', endedAt: at(5) })).toEqual(['asked 0', 'delivered 5'])
  const changes = [
    { from: 'held', to: 'unknown', at: null },
    { from: 'unknown', to: 'failed', at: at(7) },
  ]
  expect(told({ kind: 'payment', state: 'failed', endedAt: at(7), changes })).toEqual([
    'asked 0',
    'held 0',
    'sent ?',
    'returned 7',
  ])
})
