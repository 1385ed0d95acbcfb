import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { type SendFormState, transferBody, transferRequestOf, validateSend } from './send-form.ts'

const READY: SendFormState = {
  account: { id: 'a1', balance: parseDecimal('500.00', 'RUB') },
  recipient: { asked: { phone: '79120000000' }, name: 'Анна С.', hasWallet: true },
  amount: '120.5',
  message: '',
  code: '',
}

function termsOf(form: SendFormState) {
  const readiness = validateSend(form)
  if (!readiness.isReady) throw new Error('not ready')
  return readiness.terms
}

test('a complete form can be sent; the remaining balance is the balance without the amount', () => {
  expect(termsOf(READY)).toMatchObject({
    accountId: 'a1',
    amount: parseDecimal('120.50', 'RUB'),
    left: parseDecimal('379.50', 'RUB'),
  })
})

test('without a recipient, an account or an amount the form says what is missing', () => {
  expect(validateSend({ ...READY, recipient: undefined, account: undefined, amount: '' })).toMatchObject({
    isReady: false,
    missing: ['reason.recipient', 'reason.account', 'reason.amount'],
  })
  expect(validateSend({ ...READY, recipient: undefined })).toMatchObject({ isReady: false, missing: ['reason.recipient'] })
})

test('all of the balance can be sent, one minor unit more cannot', () => {
  expect(termsOf({ ...READY, amount: '500' }).left).toEqual(parseDecimal('0.00', 'RUB'))
  expect(validateSend({ ...READY, amount: '500.01' })).toMatchObject({
    fault: 'err.amount.funds',
    shortBy: parseDecimal('0.01', 'RUB'),
  })
})

test('an incomplete protection code is refused, a complete one is sent', () => {
  expect(validateSend({ ...READY, code: '12' })).toMatchObject({ isReady: false, fault: 'send.code_short' })
  expect(transferBody(termsOf({ ...READY, code: '0123' })).protection_code).toBe('0123')
})

test('no empty field is sent, and the signed terms are the sent terms', () => {
  const terms = termsOf({ ...READY, message: '  на обед ' })
  const signed = transferBody(terms)
  expect(signed).toEqual({ from_account_id: 'a1', to: { phone: '79120000000' }, amount: '120.50', message: 'на обед' })
  expect(transferRequestOf(terms, { pin: '4815' })).toEqual({ ...signed, pin: '4815' })
  expect(transferBody(termsOf({ ...READY, message: '   ' }))).not.toHaveProperty('message')
})

test('a request is paid in full, without a protection code, and only while it is open', () => {
  const request = { currency: 'RUB', amount: parseDecimal('120.50', 'RUB'), message: undefined, state: 'open' } as const
  const recipient = { asked: { request_id: 'r1' }, name: 'Анна С.', hasWallet: true, request } as const
  const body = transferBody(termsOf({ ...READY, recipient, amount: '120.50', code: '0123' }))
  expect(body).toEqual({ from_account_id: 'a1', to: { request_id: 'r1' }, amount: '120.50' })
  for (const state of ['paid', 'declined', 'withdrawn', 'expired'] as const) {
    expect(validateSend({ ...READY, recipient: { ...recipient, request: { ...request, state } } })).toMatchObject({
      isReady: false,
      fault: `requests.closed.${state}`,
    })
  }
})
