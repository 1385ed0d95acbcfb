import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findKeptSecret, keptSecret } from './secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the first start makes one secret, also when several processes start at once, and every later start finds it', async () => {
  const made = new Set(await Promise.all(Array.from({ length: 8 }, () => keptSecret(folder))))
  expect([...made]).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)])
  expect(new Set([await keptSecret(folder)])).toEqual(made)
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a look for the secret makes none', async () => {
  expect(await findKeptSecret(folder)).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})
