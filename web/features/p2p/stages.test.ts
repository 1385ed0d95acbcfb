import { expect, test } from 'vitest'
import { ApiRefusal, NetworkError } from '#web/lib/api/failures.ts'
import { sendStageAfterFailure, sendStageAfterResponse } from './stages.ts'

const refusal = (code: string, field?: string) =>
  new ApiRefusal({ status: 'error', code, message: 'нет', ...(field && { field }) })

test('money that has arrived, that waits and that is looked at first are told apart', () => {
  expect(sendStageAfterResponse({ status: 'ok', message: '', transaction_id: '1' })).toEqual({
    kind: 'success',
    operationId: '1',
  })
  expect(sendStageAfterResponse({ status: 'pending', message: '', transaction_id: '1' })).toEqual({
    kind: 'pending',
    operationId: '1',
  })
  expect(sendStageAfterResponse({ status: 'checking', message: '', transaction_id: '1' })).toEqual({
    kind: 'checking',
    operationId: '1',
  })
})

test('a wrong PIN or passkey stays where it is given', () => {
  expect(sendStageAfterFailure(refusal('pin_wrong'))).toEqual({ kind: 'enterPin', message: 'нет' })
  expect(sendStageAfterFailure(refusal('passkey_wrong'))).toEqual({ kind: 'enterPin', passkeyMessage: 'нет' })
})

test('any other refusal goes back to the form, to its field', () => {
  expect(sendStageAfterFailure(refusal('recipient_refuses', 'to'))).toMatchObject({
    kind: 'refused',
    field: 'to',
    message: 'нет',
  })
  expect(sendStageAfterFailure(refusal('limit_daily'))).toMatchObject({
    kind: 'refused',
    field: undefined,
    message: 'нет',
    refusal: { code: 'limit_daily' },
  })
})

test('without a usable response nothing is claimed', () => {
  expect(sendStageAfterFailure(new NetworkError('timeout'))).toEqual({ kind: 'unknown' })
  expect(sendStageAfterFailure(refusal('busy'))).toEqual({ kind: 'unknown' })
})
