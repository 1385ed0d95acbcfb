import { expect, test } from 'vitest'
import { createClosing } from './closing.ts'

const failing = async (): Promise<never> => {
  throw new Error('It has failed')
}

test('what serves ends first, what supports it then, the last first; one that fails is told of and stops no other', async () => {
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

test('nothing is closed twice, and of what ends well nobody is told', async () => {
  const done: string[] = []
  const failures: unknown[] = []
  const closing = createClosing((error) => failures.push(error))
  closing.serving(async () => done.push('app'))
  closing.supporting(async () => done.push('database'), 500)
  await closing.close()
  await closing.close()
  expect([done, failures]).toEqual([['app', 'database'], []])
})

test('an end that hangs is not waited for longer than was said', async () => {
  const done: string[] = []
  const closing = createClosing(() => undefined)
  closing.supporting(async () => done.push('database'))
  closing.supporting(() => new Promise(() => undefined), 20)
  await closing.close()
  expect(done).toEqual(['database'])
})
