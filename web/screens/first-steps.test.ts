import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { type StepFacts, stepsOf } from './first-steps.ts'

const roubles = { id: 'of-RUB', balance: parseDecimal('0.00', 'RUB') }
const euros = { id: 'of-EUR', balance: parseDecimal('0.00', 'EUR') }
const NEW: StepFacts = {
  accounts: [roubles],
  firstAccounts: ['RUB', 'USD'],
  hadMoney: false,
  profile: { identification_level: { name: 'базовый', ask_for_next: true }, active_identification: null },
  hasAsked: false,
  isOn: () => true,
}
const doneOf = (facts: Partial<StepFacts>) =>
  stepsOf({ ...NEW, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ step }) => step)

test('a new wallet has four steps, none of them done', () => {
  expect(stepsOf(NEW).map(({ step }) => step)).toEqual(['account', 'topup', 'confirm', 'ask'])
  expect(doneOf({})).toEqual([])
})

test.each([
  ['account', { accounts: [roubles, euros] }],
  ['topup', { accounts: [{ ...roubles, balance: parseDecimal('0.01', 'RUB') }] }],
  ['topup', { hadMoney: true }],
  ['ask', { hasAsked: true }],
] as const)('%s is done by %o', (step, facts) => {
  expect(doneOf(facts)).toEqual([step])
})

test('a person is confirmed once the identification is complete, or there is nothing more to confirm; one under way is not enough', () => {
  const level = { name: 'базовый', ask_for_next: true }
  const withStatus = (status: string) => ({ identification_level: level, active_identification: { status, reason: null } })
  expect(doneOf({ profile: withStatus('complete') })).toEqual(['confirm'])
  expect(doneOf({ profile: withStatus('pending') })).toEqual([])
  expect(doneOf({ profile: { identification_level: { ...level, ask_for_next: false }, active_identification: null } })).toEqual([
    'confirm',
  ])
  expect(doneOf({ profile: undefined })).toEqual([])
})

test('what is switched off is no step', () => {
  expect(stepsOf({ ...NEW, isOn: (flag) => flag === 'topup' }).map(({ step }) => step)).toEqual(['topup'])
})
