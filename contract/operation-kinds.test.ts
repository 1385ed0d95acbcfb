import { expect, test } from 'vitest'
import { listOperationKinds, OPERATION_KINDS } from './operation-kinds.ts'
import { legTextsOf } from './operation-legs.ts'
import { isLegInBalance, stateOf } from './operation-states.ts'

test('money on its way out has left the balance; money given back counts as never moved', () => {
  expect(['held', 'unknown', 'complete'].map((state) => stateOf('withdrawal', state).isInBalance)).toEqual([true, true, true])
  expect(stateOf('withdrawal', 'failed').isInBalance).toBe(false)
})

test('while a transfer waits for its recipient, only its debit is in a balance [operation-kinds-1]', () => {
  const inBalance = (isInBalance: boolean | 'out') => [true, false].map((isOut) => isLegInBalance({ isInBalance }, isOut))
  expect([true, false, 'out' as const].map(inBalance)).toEqual([
    [true, true],
    [false, false],
    [true, false],
  ])
})

test('a top-up that is unpaid, for now or for good, is in no balance', () => {
  expect(['pending', 'failed', 'expired'].map((state) => stateOf('topup', state).isInBalance)).toEqual([false, false, false])
  expect(stateOf('topup', 'complete').isInBalance).toBe(true)
})

test('every state that another leads to is a state of the same kind', () => {
  for (const [kind, { states }] of listOperationKinds()) {
    for (const { next } of Object.values(states))
      for (const state of next) expect([kind, stateOf(kind, state).apiState]).toBeTruthy()
  }
})

test('an operation that moves to another state keeps its transfers', () => {
  for (const [kind, { states }] of listOperationKinds()) {
    for (const { transfers, next } of Object.values(states)) {
      for (const state of next) {
        const after = stateOf(kind, state).transfers
        expect([kind, state, after.slice(0, transfers.length)]).toEqual([kind, state, transfers])
      }
    }
  }
})

test('each side is notified of every end that concerns it, and the sender also of a check', () => {
  for (const [kind, { states, legs }] of listOperationKinds()) {
    const ended = Object.entries(states).flatMap(([state, { apiState }]) => (apiState === 'pending' ? [] : [state]))
    // A transfer that was given back does not concern its recipient.
    const waits = Object.values(states).filter(({ isInBalance }) => isInBalance === 'out')
    const givenBack = new Set(waits.flatMap(({ next }) => next.filter((state) => states[state]?.isInBalance === false)))
    for (const [direction, { notices }] of Object.entries(legs)) {
      const sent = Object.keys(states).filter((state) => ended.includes(state) || states[state]?.step === 'checking')
      const known = direction === 'in' ? ended.filter((state) => !givenBack.has(state)) : sent
      expect([kind, Object.keys(notices)]).toEqual([kind, known])
    }
  }
})

test('money between a person’s own accounts has the direction own; any other leg has the direction of its sign', () => {
  expect([legTextsOf('exchange', true).direction, legTextsOf('exchange', false).direction]).toEqual(['own', 'own'])
  expect([legTextsOf('withdrawal', true).direction, legTextsOf('topup', false).direction]).toEqual(['out', 'in'])
  expect(() => legTextsOf('topup', true)).toThrow('There is no topup with money going out')
})

test('an unknown kind or state is refused', () => {
  expect(() => stateOf('gift', 'complete')).toThrow('There is no gift that is complete')
  expect(() => stateOf('topup', 'held')).toThrow('There is no topup that is held')
  expect(Object.keys(OPERATION_KINDS)).not.toContain('gift')
})
