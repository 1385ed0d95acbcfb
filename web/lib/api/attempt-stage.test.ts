import { describe, expect, test } from 'vitest'
import { afterFailure, stageAfterEnd, stageAfterReply } from './attempt-stage.ts'
import { ApiRefusal, NetworkError, ServerError } from './failures.ts'

const refusal = (code: string, field?: string) =>
  new ApiRefusal({ status: 'error', code, message: 'Слова сервера', ...(field && { field }) })

/** The stage after a failure, when a PIN was required from the beginning. */
const stageAfter = (failure: unknown, isEnd?: (code: string | undefined) => boolean) => afterFailure(failure, {}, isEnd).stage

test('an answer leads to success or, while the bank has not confirmed, to pending [withdrawal-stages-1]', () => {
  expect(stageAfterReply({ status: 'ok', message: '', transaction_id: '1' })).toEqual({ kind: 'success', operationId: '1' })
  expect(stageAfterReply({ status: 'pending', message: 'Вывод проверяется', transaction_id: '1' })).toEqual({
    kind: 'pending',
    status: 'pending',
    operationId: '1',
    text: 'Вывод проверяется',
  })
})

test('pending money and money under review have different stages', () => {
  const after = (status: 'pending' | 'checking') => stageAfterReply({ status, message: '', transaction_id: '1' })
  expect(after('pending')).toMatchObject({ kind: 'pending', status: 'pending', operationId: '1' })
  expect(after('checking')).toMatchObject({ kind: 'pending', status: 'checking', operationId: '1' })
})

test('a wrong PIN keeps the PIN input open, with the server’s message', () => {
  expect(stageAfter(refusal('pin_wrong'))).toEqual({ kind: 'confirm', message: 'Слова сервера' })
})

test('a wrong passkey keeps the proof open, too, with a message apart from that of the PIN', () => {
  expect(stageAfter(refusal('passkey_wrong'))).toEqual({ kind: 'confirm', passkeyMessage: 'Слова сервера' })
})

test.each(['pin_required', 'pin_wrong'])('when a press was enough, %s asks for a proof, with the server’s message', (code) => {
  expect(afterFailure(refusal(code), undefined)).toEqual({ stage: { kind: 'confirm' }, asked: { reason: 'Слова сервера' } })
})

test('the reason for a proof stays while the proof is wrong', () => {
  const asked = { reason: 'Много за день' }
  for (const code of ['pin_wrong', 'passkey_wrong']) expect(afterFailure(refusal(code), asked).asked).toBe(asked)
})

test.each(['pin_blocked', 'payout_declined', 'insufficient_funds', 'limit_daily'])(
  '%s leads to the failed stage when it is final',
  (code) => {
    expect(stageAfter(refusal(code), () => true)).toMatchObject({ kind: 'failed', message: 'Слова сервера', refusal: { code } })
  },
)

test('any other refusal leads back to the form, to its field', () => {
  const isEnd = (code: string | undefined) => code === 'payment_declined'
  expect(stageAfter(refusal('payment_declined'), isEnd)).toMatchObject({ kind: 'failed' })
  expect(stageAfter(refusal('recipient_refuses', 'to'), isEnd)).toMatchObject({
    kind: 'refused',
    message: 'Слова сервера',
    refusal: { field: 'to' },
  })
  expect(stageAfter(refusal('limit_daily'))).toMatchObject({
    kind: 'refused',
    message: 'Слова сервера',
    refusal: { code: 'limit_daily', field: undefined },
  })
})

describe('the outcome of the money is unknown after', () => {
  test.each([
    ['without an answer', new NetworkError('timeout')],
    ['that could not be reached', new NetworkError('unreachable')],
    ['with an answer of no use', new ServerError(500)],
    ['during an outage', refusal('unavailable')],
    ['while the server is busy', refusal('busy')],
    ['that is still running', refusal('idempotency_running')],
  ])('%s', (_name, failure) => {
    expect(stageAfter(failure, () => true)).toEqual({ kind: 'unknown' })
  })
})

test('a pending payout ends as the bank reports', () => {
  expect(stageAfterEnd('1', 'complete', 'нет')).toEqual({ kind: 'success', operationId: '1' })
  expect(stageAfterEnd('1', 'failed', 'нет')).toEqual({ kind: 'failed', message: 'нет' })
})
