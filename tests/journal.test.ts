import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openJournal, type ToldOutcome } from '#survive/journal'

const folder = mkdtempSync(join(tmpdir(), 'journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

const told = (id: string): ToldOutcome => ({ kind: 'exchange', id, currency: 'USD', minor: 100n })

test('what clients wrote at once is read back from the disk, all of it and in order', async () => {
  const journal = await openJournal(join(folder, 'a/journal'))
  expect(await journal.read()).toEqual([])
  const all = Array.from({ length: 200 }, (_, place) => told(`id-${place}`))
  const writing = all.map((each) => journal.write(each))
  expect(await journal.read()).toEqual(all)
  await Promise.all(writing)
  await journal.close()
})

test('the file decides, not what a client remembers', async () => {
  const file = join(folder, 'journal')
  const journal = await openJournal(file)
  await Promise.all(['one', 'two'].map((id) => journal.write(told(id))))
  writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(1).join('\n'))
  expect(await journal.read()).toEqual([told('two')])
  writeFileSync(file, '{"kind":"gift","id":"one","currency":"USD","minor":"100"}\n')
  await expect(journal.read()).rejects.toThrow('gift')
  await journal.close()
})
