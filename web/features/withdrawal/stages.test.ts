import { describe, expect, test } from 'vitest'
import { ApiRefusal, NetworkError, ServerError } from '#web/lib/api/failures.ts'
import { stageAfterEnd, stageAfterFailure, stageAfterResponse } from './stages.ts'

function refusal(code: string): ApiRefusal {
  return new ApiRefusal({ status: 'error', code, message: 'Слова сервера' })
}

test('an answer is a success or, while the bank has not confirmed, pending [withdrawal-stages-1]', () => {
  expect(stageAfterResponse({ status: 'ok', message: '', transaction_id: '1' })).toEqual({ kind: 'success', operationId: '1' })
  expect(stageAfterResponse({ status: 'pending', message: 'Вывод проверяется', transaction_id: '1' })).toEqual({
    kind: 'pending',
    operationId: '1',
    text: 'Вывод проверяется',
  })
})

test('a wrong PIN stays where the PIN is entered, in the words of the server', () => {
  expect(stageAfterFailure(refusal('pin_wrong'))).toEqual({ kind: 'enterPin', message: 'Слова сервера' })
})

test('a wrong passkey stays there, too, and is said apart from the PIN', () => {
  expect(stageAfterFailure(refusal('passkey_wrong'))).toEqual({ kind: 'enterPin', passkeyMessage: 'Слова сервера' })
})

test.each(['pin_blocked', 'payout_declined', 'insufficient_funds', 'limit_daily'])('%s is the failed stage', (code) => {
  expect(stageAfterFailure(refusal(code))).toMatchObject({ kind: 'failed', message: 'Слова сервера', refusal: { code } })
})

describe('nothing is claimed of a withdrawal', () => {
  test.each([
    ['without an answer', new NetworkError('timeout')],
    ['that could not be reached', new NetworkError('unreachable')],
    ['with an answer of no use', new ServerError(500)],
    ['during an outage', refusal('unavailable')],
    ['while the server is busy', refusal('busy')],
    ['that is still running', refusal('idempotency_running')],
  ])('%s', (_name, failure) => {
    expect(stageAfterFailure(failure)).toEqual({ kind: 'unknown' })
  })
})

test('a pending payout ends as the bank says', () => {
  expect(stageAfterEnd('1', 'pending', 'нет')).toEqual({ kind: 'pending', operationId: '1' })
  expect(stageAfterEnd('1', 'complete', 'нет')).toEqual({ kind: 'success', operationId: '1' })
  expect(stageAfterEnd('1', 'failed', 'нет')).toEqual({ kind: 'failed', message: 'нет' })
})
