// @vitest-environment happy-dom
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { confirmPhone, login, register, sendCode, setPin } from '#contract/auth'
import type { Call } from '#contract/call'
import { exchange } from '#contract/exchange'
import { transactions } from '#contract/history'
import { searchedTransactions } from '#contract/history-search'
import { identificationStatus, upgradeIdentification } from '#contract/identity'
import { notifications } from '#contract/notifications'
import { authInfo } from '#contract/profile'
import { exchangeRates } from '#contract/rates'
import { statistics } from '#contract/statistics'
import { textData } from '#contract/texts'
import { topup, topupStatus } from '#contract/topup'
import { wallet } from '#contract/wallets'
import { withdrawal } from '#contract/withdrawal'
import { readPage } from '#web/features/history/list/transactions.ts'
import { readStatistics } from '#web/features/history/statistics/statistics.ts'
import { loadBrand } from '#web/lib/brand/brand.ts'
import { signIn } from '#web/lib/session/session.ts'
import { callApi } from './call.ts'
import { failureText } from './failure-text.ts'
import { completeAnswer } from './specified-answers.ts'
import { withTestServer } from './with-test-server.ts'

beforeAll(() => loadBrand())

const DONE = { status: 'success', message: '' }
const INFO = {
  first_name: 'Анна',
  last_name: 'С.',
  phone: '79121234567',
  email: 'a@b.example',
  registered_at: '2026-11-20T12:00:00Z',
  identification_level: { name: 'базовый', ask_for_next: true },
  active_identification: { status: 'pending' },
  is_withdrawal_allowed: true,
  is_topup_allowed: true,
}
const LINES = [
  { amount: '-10.00', currency_code: 'RUB', status: 'Выполнено', description: 'Вывод', created_at: '2026-11-20T12:00:00Z' },
  { amount: '10.00', currency_code: 'RUB', status: 'Выполнено', description: 'Пополнение', created_at: '2026-11-20T12:00:00Z' },
]
const RATE = { id: '7', from_currency_code: 'RUB', to_currency_code: 'USD', quantity_in: '1', quantity_out: '0.012' }
const TERMS = { from_amount: '10.00', to_amount: '0.12' }

/** For each call of the specification: an answer with only the specified fields (its point 7), and the request. */
const ANSWERS: readonly (readonly [Call, object, object?])[] = [
  [register, DONE],
  [sendCode, { message: '' }],
  [confirmPhone, { ...DONE, auth_token: 't' }],
  [login, { ...DONE, auth_token: 't' }],
  [setPin, {}],
  [authInfo, INFO],
  [authInfo, { ...INFO, active_identification: null }],
  [textData, { results: [{ iname: 'a', text: 'b' }] }],
  [wallet, { results: [{ accounts: [{ id: '1', currency_code: 'RUB', balance: '10.00' }] }] }],
  [notifications, { results: [{ created_at: '2026-11-20T12:00:00Z', message: 'Привет' }] }],
  [upgradeIdentification, { howto_text: 'Приходите' }],
  [upgradeIdentification, { verification_url: 'https://idv.example' }],
  [identificationStatus, {}],
  [exchangeRates, { rates: [RATE] }],
  [exchange, DONE, TERMS],
  [transactions, { results: LINES }],
  [searchedTransactions, { results: LINES }],
  [statistics, { results: [{ wallet_transaction_type: 'withdrawal', amount: '-10.00', percent: 100 }] }],
  [topup, { ...DONE, url: 'https://pay.example' }],
  [topupStatus, { status: 'complete' }, { order: '7' }],
  [withdrawal, DONE],
]

test.each(ANSWERS.map((row) => [row[0].path, ...row] as const))(
  'the answer of %s with the fields of the specification alone is understood [specified-1]',
  (path, { response }, body, asked = {}) => {
    expect(v.safeParse(response, completeAnswer(path, body, asked)).issues).toBeUndefined()
  },
)

test('a line is read from its own fields, each line with its own id, and no two lines become one exchange', () => {
  const page = readPage(v.parse(transactions.response, completeAnswer(transactions.path, { results: LINES }, {})))
  expect(page.transactions.map(({ direction, state }) => [direction, state])).toEqual([
    ['out', 'complete'],
    ['in', 'complete'],
  ])
  expect(new Set(page.transactions.map(({ operationId }) => operationId)).size).toBe(2)
})

test('the tiles are income or expenses by their sign', () => {
  const results = [
    { wallet_transaction_type: 'withdrawal', amount: '-10.00', percent: 25 },
    { wallet_transaction_type: 'top up', amount: '30.00', percent: 75 },
  ]
  const { sums } = readStatistics(v.parse(statistics.response, completeAnswer(statistics.path, { results }, {})))
  expect(sums?.flows.out.parts.map(({ label, percent }) => [label, percent])).toEqual([['withdrawal', 25]])
  expect(sums?.flows.in.parts.map(({ label, percent }) => [label, percent])).toEqual([['top up', 75]])
})

describe('for a server with only these fields', () => {
  const server = withTestServer({ status: 'success' })
  const t = (key: string): string => key

  test('a withdrawal with the status `done` is complete, and a top-up with any status but complete or failed waits', async () => {
    const body = { amount: '10.00', currency_code: 'RUB', pin: '1234', pan: '2200123456784821' }
    expect(await callApi(withdrawal, { body })).toMatchObject({ status: 'ok' })
    server.state.behaviour = { status: 200, body: { status: 'processing' } }
    expect(await callApi(topupStatus, { query: { order: '7', currencyCode: 'RUB' } })).toMatchObject({
      status: 'waiting',
      order: '7',
      currency_code: 'RUB',
    })
  })

  test('the message of an error is shown, though the error has no code', async () => {
    server.state.behaviour = { status: 200, body: { status: 'error', message: 'Нет средств' } }
    const failure = await callApi(exchange, { body: { ...TERMS, from_account_id: '1', to_account_id: '2', rate_id: '7' } }).catch(
      (error: unknown) => error,
    )
    expect(failureText(t, failure, 'money')).toBe('Нет средств')
  })

  test('a refused token without further fields ends the session', async () => {
    signIn('old')
    server.state.behaviour = { status: 401, body: { code: 'INVALID_TOKEN' } }
    await expect(callApi(wallet)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
  })

  test('an answer that does not have the shape of its call is unusable', async () => {
    for (const body of [{}, { results: [] }, 'gone', null]) {
      server.state.behaviour = { status: 200, body }
      await expect(callApi(wallet)).rejects.toMatchObject({ httpStatus: 200 })
    }
    server.state.behaviour = { status: 404, body: { detail: 'Not found' } }
    await expect(callApi(setPin, { body: { pin_code: '1234' } })).rejects.toMatchObject({ httpStatus: 404 })
  })
})
