import { expect, test } from 'vitest'
import { createClosing } from './closing.ts'

const failing = async (): Promise<never> => {
  throw new Error('It has failed')
}

test('serving parts end first, then supporting parts, the last first; a failed end is reported and stops no other end', async () => {
  const done: string[] = []
  const failures: unknown[] = []
  const closing = createClosing((error) => failures.push(error))
  const ends = (name: string) => async (): Promise<void> => void done.push(name)
  closing.supporting(ends('database'))
  closing.supporting(failing, 500)
  closing.supporting(() => {
    throw new Error('At once')
  })
  closing.supporting(ends('ledger'))
  closing.serving(failing)
  closing.serving(ends('app'))
  await closing.close()
  expect(done).toEqual(['app', 'ledger', 'database'])
  expect(failures).toEqual([new Error('It has failed'), new Error('At once'), new Error('It has failed')])
})

test('no part is closed twice, and a successful end is not reported', async () => {
  const done: string[] = []
  const failures: unknown[] = []
  const closing = createClosing((error) => failures.push(error))
  closing.serving(async () => done.push('app'))
  closing.supporting(async () => done.push('database'), 500)
  await closing.close()
  await closing.close()
  expect([done, failures]).toEqual([['app', 'database'], []])
})

test('a step of the shutdown that hangs is abandoned at its time limit', async () => {
  const done: string[] = []
  const closing = createClosing(() => undefined)
  closing.supporting(async () => done.push('database'))
  closing.supporting(() => new Promise(() => undefined), 20)
  await closing.close()
  expect(done).toEqual(['database'])
})
