import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { inputOf, start, succeeded } from './programs.ts'

test('a program that ends by itself after its input ended has read all of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  const file = join(folder, 'archive')
  execFileSync('tar', ['--create', '--file', file, 'package-lock.json', 'docs'])
  for (let round = 0; round < 40; round += 1) {
    const program = start('tar', ['--list', '--file=-'])
    program.stdout.resume()
    await Promise.all([pipeline(createReadStream(file), (source) => source, inputOf(program)), succeeded(program)])
  }
  rmSync(folder, { recursive: true })
})

test('a program that ends before it has read all input fails its writer, and a program that reports a failure has failed', async () => {
  const [early, failed] = [start('true', []), start('sh', ['-c', 'cat > /dev/null; exit 3'])]
  const ends = Promise.allSettled([succeeded(early), succeeded(failed)])
  const content = () => Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)))
  await expect(pipeline(content(), inputOf(early))).rejects.toThrow(/EPIPE|ECONNRESET|destroyed/)
  await pipeline(content(), inputOf(failed))
  expect(await ends).toMatchObject([{ status: 'fulfilled' }, { reason: { message: 'sh ended with 3' } }])
})

test('a program whose input fails gets no more input, and can end', async () => {
  const program = start('sh', ['-c', "trap '' TERM; cat > /dev/null; exit 2"])
  const content = async function* () {
    yield Buffer.alloc(10)
    throw new Error('damaged')
  }
  const ended = succeeded(program)
  await expect(Promise.all([pipeline(content, inputOf(program)), ended])).rejects.toThrow('damaged')
  await expect(ended).rejects.toThrow('sh ended with 2')
})
