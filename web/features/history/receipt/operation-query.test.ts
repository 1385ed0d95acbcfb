import { expect, test } from 'vitest'
import { ApiRefusal, NetworkError } from '#web/lib/api/failures.ts'
import { isMissing } from './operation-query.ts'

test('only a refusal says that an operation does not exist, a busy or absent server does not', () => {
  const refused = (code: string) => new ApiRefusal({ status: 'error', code, message: 'нет' })
  expect(isMissing(refused('not_found'))).toBe(true)
  for (const code of ['busy', 'unavailable', 'too_many_requests']) expect(isMissing(refused(code))).toBe(false)
  for (const other of [new NetworkError('timeout'), undefined]) expect(isMissing(other)).toBe(false)
})
