import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAndRecord } from '#server/app/verify-books'
import { writeCheckpoint } from '#server/ledger/checkpoint'
import { findHeadFaults, parseHead } from '#server/operator/chain-head'
import { deriveKeys } from '#server/security/keys'
import { aUser } from '#tests/builders'
import { type Operated, operate } from '#tests/operator'
import { SECRET } from '#tests/secret'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

const keys = deriveKeys(SECRET)

let wallet: TestWallet
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heads-'))
  wallet = await startTestWallet()
  for (let round = 0; round < 3; round += 1) {
    await aUser(wallet, '10.00 USD')
    await writeCheckpoint(wallet.database, new Date(), { keys })
  }
})
afterAll(async () => {
  await wallet.close()
  await rm(folder, { recursive: true })
})

const run = (text: string) => wallet.database.withClient((client) => client.query(text))

function operator(...words: string[]): Promise<Operated> {
  return operate({ DATABASE_URL: wallet.databaseUrl, WALLET_SECRET: SECRET }, words)
}

/** What is wrong with the chain, by somebody with these keys, or without any. */
async function chainFaults(by?: typeof keys): Promise<readonly string[]> {
  const { findings } = await verifyAndRecord(wallet.database, { isFull: true, keys: by })
  return findings.flatMap(({ invariant, faults }) => (invariant === 'INV-8' ? faults : []))
}

/** Changes the books as somebody may who owns the tables. */
const rewrite = (change: string) => run(`set session_replication_role = replica; ${change}; reset session_replication_role`)

test('a checkpoint that was written again by SQL, with the right hashes but no key, is found with the key alone [keyed-checkpoints-1]', async () => {
  expect(await chainFaults(keys)).toEqual([])
  const file = join(folder, 'head.json')
  expect(await operator('checkpoints', 'export', '--to', file)).toMatchObject({ code: 0, said: `Written: ${file}\n` })
  const head = parseHead(await readFile(file, 'utf8'))
  expect(await findHeadFaults(wallet.database, head, keys)).toEqual([])
  expect((await operator('checkpoints', 'export')).said).toBe(await readFile(file, 'utf8'))
  expect(await operator('checkpoints', 'export', '--to', file)).toMatchObject({ code: 1 })

  // Somebody dates what was posted otherwise, and computes every hash after it as the wallet does.
  await rewrite(
    `update transfer set posted_at = posted_at - interval '1 day' where seq = (select min(seq) from transfer);
    do $$
    declare each record; before bytea := '';
    begin
      for each in select * from checkpoint order by number loop
        select sha256(before || convert_to(string_agg(line, E'\\n' order by seq), 'UTF8')) into before from (
          select transfer.seq, transfer.seq || '|' || transfer.id || '|' || coalesce(transfer.operation_id::text, '') || '|' || transfer.kind || '|'
            || (extract(epoch from transfer.posted_at) * 1000000)::bigint || '|'
            || string_agg(entry.line || ':' || entry.account_id || ':' || entry.currency || ':' || entry.amount_minor || ':'
              || coalesce(entry.balance_after_minor::text, ''), ',' order by entry.line) as line
          from transfer join entry on entry.transfer_id = transfer.id
          where transfer.seq between each.seq_from and each.seq_to
          group by transfer.seq, transfer.id, transfer.operation_id, transfer.kind, transfer.posted_at) as content;
        update checkpoint set hash = before where number = each.number;
      end loop;
    end $$`,
  )
  // The plain hashes are right.
  expect(await chainFaults()).toEqual([])
  expect(await chainFaults(keys)).toEqual([expect.stringMatching(/^checkpoint \d+ was not written with the wallet's key$/)])
  expect(await findHeadFaults(wallet.database, head, undefined)).toEqual([
    `checkpoint ${head.number} is not the one that was exported`,
  ])
  // What comes after is not taken for the wallet's own, whatever else is put there.
  await run(`insert into checkpoint_mac select number, hash, '${keys.id}', sha256('no key') from checkpoint`)
  await aUser(wallet, '1.00 USD')
  await writeCheckpoint(wallet.database, new Date(), { keys })
  expect(await chainFaults(keys)).toHaveLength(1)
  expect(await operator('checkpoints', 'export')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining("was not written with the wallet's key"),
  })
})

test('a correction that was put in by SQL does not count, and the operator’s own does [keyed-checkpoints-2]', async () => {
  await wallet.close()
  wallet = await startTestWallet()
  await aUser(wallet, '10.00 USD')
  await writeCheckpoint(wallet.database, new Date(), { keys })
  await rewrite(`update transfer set posted_at = posted_at - interval '1 day'`)
  const [broken] = await chainFaults(keys)
  expect(broken).toMatch(/^checkpoint 1 does not fit$/)
  const correct = ['checkpoints', 'correct', '1', '--note', 'seen', '--yes']
  expect(await operate({ DATABASE_URL: wallet.databaseUrl }, correct)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('Set WALLET_SECRET'),
  })
  expect(await operator(...correct)).toMatchObject({ code: 0, complaint: '' })
  expect(await chainFaults(keys)).toEqual([])
  await rewrite('delete from checkpoint_mac where hash = (select hash from checkpoint_correction)')
  expect(await chainFaults()).toEqual([])
  expect(await chainFaults(keys)).toEqual(['checkpoint 1 does not fit'])
})

test('a head of another history, one that was changed, and what is none are refused [keyed-checkpoints-3]', async () => {
  const another = await startTestWallet()
  await aUser(another, '10.00 USD')
  await writeCheckpoint(another.database, new Date(), { keys })
  const { said } = await operate({ DATABASE_URL: another.databaseUrl, WALLET_SECRET: SECRET }, ['checkpoints', 'export'])
  expect(await findHeadFaults(another.database, parseHead(said), keys)).toEqual([])
  expect(await findHeadFaults(wallet.database, parseHead(said), keys)).toEqual(['checkpoint 1 is not the one that was exported'])
  const later = said.replace(/"number":"1"/, '"number":"7"')
  expect(await findHeadFaults(another.database, parseHead(later), undefined)).toEqual(['there is no checkpoint 7'])
  expect(await findHeadFaults(another.database, parseHead(later), keys)).toEqual([
    'head 7 was not exported by this wallet, or was changed',
  ])
  expect(() => parseHead('{}')).toThrow('This is no head of the chain')
  await another.close()
})

test('a chain from before is keyed by the command, and not by itself', async () => {
  const before = await startTestWallet()
  const text = 'update secret_fingerprint set encrypts = false'
  await before.database.run({ name: 'test.before', text })
  keys.follow({ fingerprint: (await fingerprint(before)) ?? Buffer.alloc(0), encrypts: false })
  await aUser(before, '10.00 USD')
  await writeCheckpoint(before.database, new Date(), { keys })
  keys.follow({ fingerprint: (await fingerprint(before)) ?? Buffer.alloc(0), encrypts: true })
  await aUser(before, '10.00 USD')
  await writeCheckpoint(before.database, new Date(), { keys })
  const faults = async () =>
    (await verifyAndRecord(before.database, { isFull: true, keys })).findings.flatMap((finding) => finding.faults)
  expect(await faults()).toEqual(["checkpoint 2 was not written with the wallet's key"])
  const done = await operate({ DATABASE_URL: before.databaseUrl, WALLET_SECRET: SECRET }, ['secret', 'encrypt', '--yes'])
  expect(done).toMatchObject({ code: 0, complaint: '' })
  expect(await faults()).toEqual([])
  await aUser(before, '10.00 USD')
  await writeCheckpoint(before.database, new Date(), { keys })
  expect(await faults()).toEqual([])
  await before.close()
})

async function fingerprint({ database }: TestWallet): Promise<Buffer | undefined> {
  const found = { name: 'test.fingerprint', text: 'select fingerprint from secret_fingerprint' }
  return (await database.find<{ fingerprint: Buffer }>(found))?.fingerprint
}
