import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveWal, fetchWal } from './wal.ts'

let folder: string
let store: string
let key: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wal-'))
  store = await mkdtemp(join(folder, 'store-'))
  key = await generateIdentity()
  const recipient = await identityToRecipient(key)
  for (const name of ['000000010000000000000001', '000000010000000000000003', '000000020000000000000004']) {
    await writeFile(join(folder, name), name)
    await archiveWal(store, join(folder, name), recipient)
  }
})
afterAll(() => rm(folder, { recursive: true }))

const fetched = (name: string, from = store) => fetchWal(from, name, { path: join(folder, 'fetched'), key })

test('a segment is returned as it was archived', async () => {
  expect(await fetched('000000010000000000000003')).toBe(true)
  expect(await readFile(join(folder, 'fetched'), 'utf8')).toBe('000000010000000000000003')
})

test('past the end of the log, and for a segment that only an older timeline has, there is none', async () => {
  for (const name of ['000000020000000000000005', '000000020000000000000003', '00000003.history'])
    expect([name, await fetched(name)]).toEqual([name, false])
})

test('a missing segment in the middle is an error, not the end of the log, and so is a missing store', async () => {
  await expect(fetched('000000010000000000000002')).rejects.toThrow(
    'missing in the store, and the write-ahead log goes on after it',
  )
  await expect(fetched('000000020000000000000002')).rejects.toThrow('missing in the store')
  await expect(fetched('000000010000000000000001', join(folder, 'gone'))).rejects.toThrow('no write-ahead log')
})
