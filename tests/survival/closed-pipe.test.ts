import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const PROGRAM = `import { ignoreClosedPipe } from './server/process/closed-pipe.ts'
ignoreClosedPipe()
process.stdout.write('first')
process.stdin.once('data', () => {
  for (let line = 0; line < 10; line += 1) process.stdout.write('more')
  setImmediate(() => process.exit(3))
})`

test('a program whose output is no longer read finishes its work, and its exit code says the result', async () => {
  const words = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
  const program = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  program.stderr.on('data', (text: Buffer) => {
    complaints += text.toString()
  })
  await once(program.stdout, 'data')
  program.stdout.destroy()
  await once(program.stdout, 'close')
  program.stdin.write('go on')
  expect(await once(program, 'close')).toEqual([3, null])
  expect(complaints).toBe('')
})
