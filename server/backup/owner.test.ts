import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { disown, takeOver } from './owner.ts'
import { archiveWal } from './wal.ts'

let folder: string
let store: string
let recipient: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'owner-'))
  recipient = await identityToRecipient(await generateIdentity())
})
beforeEach(async () => {
  store = await mkdtemp(join(folder, 'store-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A data directory of PostgreSQL, as far as its owner matters. */
async function aCluster({ timeline = 1, isRestored = false } = {}): Promise<string> {
  const cluster = await mkdtemp(join(folder, 'cluster-'))
  await mkdir(join(cluster, 'pg_wal'))
  await writeFile(join(cluster, 'PG_VERSION'), '15\n')
  await writeFile(join(cluster, 'postgresql.auto.conf'), "archive_command = 'ours'\n")
  if (timeline > 1) await writeFile(join(cluster, 'pg_wal', `0000000${timeline}.history`), '1\t0/2000000\t\n')
  if (isRestored) await disown(cluster)
  return cluster
}

/** Archives a file of a cluster's log, as PostgreSQL has it done. */
async function archive(cluster: string, name: string): Promise<void> {
  const path = join(cluster, 'pg_wal', name)
  await writeFile(path, `${cluster} ${name}`)
  await archiveWal(store, path, recipient)
}

const segment = (position: number, timeline = 1) => `0000000${timeline}00000000${String(position).padStart(8, '0')}`

test('clusters that were never restored all archive, also after a failover', async () => {
  await archive(await aCluster(), segment(1))
  await archive(await aCluster({ timeline: 2 }), segment(2, 2))
})

test('a restored cluster archives nothing until it takes over; afterwards its original archives nothing', async () => {
  const [original, restored] = [await aCluster(), await aCluster({ timeline: 2, isRestored: true })]
  await archive(original, segment(1))
  await expect(archive(restored, '00000002.history')).rejects.toThrow('the archive is not its own')
  expect(await readFile(join(restored, 'postgresql.auto.conf'), 'utf8')).toMatch(/'ours'\n[\s\S]*\narchive_command = 'false'\n$/)
  for (const _ of ['once', 'again']) expect(await takeOver(store, restored)).toBe(2)
  expect(await readFile(join(restored, 'postgresql.auto.conf'), 'utf8')).toBe("archive_command = 'ours'\n")
  await archive(restored, '00000002.history')
  await archive(restored, segment(2, 2))
  await expect(archive(original, segment(2))).rejects.toThrow('of another cluster now')
  const drill = await aCluster({ timeline: 3, isRestored: true })
  await expect(archive(drill, segment(3, 3))).rejects.toThrow('the archive is not its own')
})

test('a cluster does not take over when its timeline has gone on in the archive, and a folder without a cluster never takes over', async () => {
  const [leader, late] = [await aCluster({ timeline: 2 }), await aCluster({ timeline: 2, isRestored: true })]
  await archive(leader, segment(2, 2))
  await expect(takeOver(store, late)).rejects.toThrow('The archive has gone on in timeline 2')
  await expect(takeOver(store, folder)).rejects.toThrow('is no data directory of PostgreSQL')
  await archive(leader, segment(3, 2))
})
