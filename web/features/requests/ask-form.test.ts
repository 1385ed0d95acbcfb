import { expect, test } from 'vitest'
import { parseDecimal } from '#money/amount'
import { type AskFormState, validateAsk } from './ask-form.ts'

const READY: AskFormState = {
  asked: { kind: 'phone', phone: '79120000000' },
  account: { id: 'a1', currency: 'RUB' },
  amount: '300',
  message: ' за ужин ',
  isCollect: false,
  days: 7,
  ownPhone: '79121111111',
}

test('money is asked from a number, from an earlier recipient, or from anybody with the link', () => {
  const body = { account_id: 'a1', amount: '300.00', message: 'за ужин', days: 7 }
  expect(validateAsk(READY)).toEqual({
    isReady: true,
    body: { ...body, to: { phone: '79120000000' } },
    amount: parseDecimal('300.00', 'RUB'),
  })
  expect(validateAsk({ ...READY, asked: { kind: 'recent', recipientId: 'op1' } })).toMatchObject({
    body: { to: { recipient_id: 'op1' } },
  })
  expect(validateAsk({ ...READY, asked: { kind: 'anyone' } })).toMatchObject({ body })
})

test('the amount may be left to the payer, and no empty field is sent', () => {
  expect(validateAsk({ ...READY, asked: { kind: 'anyone' }, amount: '', message: '  ' })).toEqual({
    isReady: true,
    body: { account_id: 'a1', days: 7 },
    amount: undefined,
  })
})

test('only a request to anybody with the link can be a collection', () => {
  expect(validateAsk({ ...READY, asked: { kind: 'anyone' }, isCollect: true })).toMatchObject({ body: { is_collect: true } })
  const named = validateAsk({ ...READY, isCollect: true })
  expect(named.isReady && named.body).not.toHaveProperty('is_collect')
})

test('a request to the user’s own number is refused before it is sent', () => {
  const own: AskFormState = { ...READY, asked: { kind: 'phone', phone: '79121111111' } }
  expect(validateAsk(own)).toMatchObject({ isReady: false, fault: 'refusal.recipient_self' })
  // Until the profile has loaded, the server decides.
  expect(validateAsk({ ...own, ownPhone: undefined })).toMatchObject({ isReady: true })
})

test('an incomplete number, a missing account and an invalid amount are refused with the reason', () => {
  expect(validateAsk({ ...READY, asked: { kind: 'phone', phone: undefined }, account: undefined })).toEqual({
    isReady: false,
    missing: ['reason.phone', 'reason.account'],
    fault: undefined,
  })
  expect(validateAsk({ ...READY, amount: '0' })).toMatchObject({ isReady: false, fault: 'err.amount.zero' })
})
