import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BARE_ENVIRONMENT, createDatabase } from '#server/db/embedded-cluster'
import { serverAccount } from '#server/db/embedded-programs'
import { startPostgres } from '#server/db/embedded-server'
import { aUser, TestUser, until } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { programOf } from '#tests/programs'
import { ServerProcess } from '#tests/server-process'
import { findPostgres } from '../../scripts/test-programs.mjs'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
// Everything here is of the user that PostgreSQL runs as; nobody else where we are none.
const account = serverAccount(folder)
const [cluster, store, keyFile] = ['cluster', 'store', 'key'].map((name) => join(folder, name)) as [string, string, string]
let programs: string
/** Production's, in which the log is archived. */
let settings: string
let recipient: string
let databaseUrl: string
let wallet: ServerProcess | undefined
let healthPort: number
let server: Awaited<ReturnType<typeof startCluster>> | undefined
/** The books at the moment that is remembered, and that moment. */
let remembered: { moment: string; books: unknown }
/** The books of production when it ended, which was later. */
let atItsEnd: unknown

/** Runs a program as that user, from another folder. */
async function run(program: string, words: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(program, words, {
    cwd: '/',
    env: { ...BARE_ENVIRONMENT, TMPDIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString()
    })
  }
  const status = await new Promise<number | null>((resolveWith) => child.once('close', resolveWith))
  return { status, said }
}

/** What starts a program of ours from any folder. */
function commandOf(name: 'backup' | 'restore'): string[] {
  const words = programOf(name).map((word) => (word === 'tsx' ? import.meta.resolve(word) : word))
  return words.map((word) => (/\.[jt]s$/.test(word) && !word.startsWith('file:') ? resolve(word) : word))
}

function backup(...words: string[]) {
  return backupTo(store, ...words)
}

function backupTo(place: string, ...words: string[]) {
  const environment = { BACKUP_STORE: place, BACKUP_RECIPIENT: recipient, DATABASE_URL: databaseUrl, POSTGRES_PROGRAMS: programs }
  return run(process.execPath, [...commandOf('backup'), ...words], environment)
}

function restore(
  into: string,
  {
    from = store,
    key = keyFile,
    to = ['--to', remembered.moment],
    more = [],
    path,
  }: { from?: string; key?: string; to?: readonly string[]; more?: readonly string[]; path?: string } = {},
) {
  const words = ['--into', join(folder, into), ...to, ...more]
  const environment = { BACKUP_STORE: from, BACKUP_KEY_FILE: key, POSTGRES_PROGRAMS: programs, ...(path && { PATH: path }) }
  return run(process.execPath, [...commandOf('restore'), ...words], environment)
}

/** Runs PostgreSQL on a cluster of this folder. */
async function startCluster(name: string) {
  const runFolder = join(folder, `run-${name}`)
  mkdirSync(runFolder, { mode: 0o700 })
  if (account) chownSync(runFolder, account.uid, account.gid)
  const place = {
    folder,
    cluster: join(folder, name),
    run: runFolder,
    logFile: join(folder, `${name}.postgres.log`),
    ...(account && { account }),
  }
  const silent = { info: () => undefined, error: () => undefined }
  const files = { folder: programs, initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
  const running = await startPostgres(files, place, silent)
  await createDatabase(runFolder)
  return { url: `postgres://postgres@/wallet?host=${encodeURIComponent(runFolder)}&port=5432`, stop: () => running.stop() }
}

/** Asks the database, or another. */
async function ask<Row extends pg.QueryResultRow>(text: string, connectionString = databaseUrl): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}

const books = (url?: string) =>
  ask(
    `select (select count(*) from operation) as operations, (select count(*) from entry) as entries,
    (select json_agg(json_build_object('id', id, 'balance', balance_minor::text) order by id) from account where user_id is not null) as balances`,
    url,
  )

/** Exchanges to and fro without a pause until it is told to end. */
function keepExchanging(user: TestUser) {
  const state = { isEnding: false, done: 0 }
  const ended = (async () => {
    while (!state.isEnding) {
      await user.exchange('0.10', 'USD', 'EUR')
      await user.exchange('0.05', 'EUR', 'USD')
      state.done += 2
    }
  })()
  return {
    state,
    async end() {
      state.isEnding = true
      await ended
    },
  }
}

/** Resolves when so many exchanges more have been made. */
async function exchanged(load: ReturnType<typeof keepExchanging>, more: number): Promise<void> {
  const enough = load.state.done + more
  await until(async () => load.state.done >= enough)
}

/** Resolves when all that is in the log so far is in the archive. */
async function archived(): Promise<void> {
  const [row] = await ask<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  await until(async () => readdirSync(join(store, 'wal')).includes(row?.name ?? ''))
}

beforeAll(async () => {
  programs = await findPostgres()
  chmodSync(folder, 0o755)
  mkdirSync(store)
  for (const place of [folder, store]) if (account) chownSync(place, account.uid, account.gid)
  const made = await run(process.execPath, [...commandOf('backup'), 'new-key', keyFile])
  recipient = made.said.trim().replace('BACKUP_RECIPIENT=', '')
  const words = ['-D', cluster, '--encoding=UTF8', '--locale=C', '--username=postgres', '--auth-local=trust', '--data-checksums']
  expect(await run(join(programs, 'initdb'), words)).toMatchObject({ status: 0 })
  const command = `TMPDIR=${folder} BACKUP_STORE=${store} BACKUP_RECIPIENT=${recipient} ${[process.execPath, ...commandOf('backup')].join(' ')} wal %p`
  const lines = ['wal_level = replica', 'archive_mode = on', `archive_command = '${command}'`, 'max_wal_senders = 3']
  settings = `${lines.join('\n')}\n`
  writeFileSync(join(cluster, 'postgresql.auto.conf'), settings)
})
afterAll(async () => {
  await wallet?.kill()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the wallet says of its archive and its backups. */
async function metric(name: string): Promise<string | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text()
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
}
const isArchiveFailing = () => metric('wallet_wal_archive_failing')
const backedUpAt = async () => Number(await metric('wallet_base_backup_timestamp_seconds'))

/** Takes the store away for a while: the wallet has to say so, and that it goes on. */
async function expectFailureTold(): Promise<void> {
  expect(await isArchiveFailing()).toBe('0')
  renameSync(store, `${store}-away`)
  await ask('create table after_that (); select pg_switch_wal()')
  await until(async () => (await isArchiveFailing()) === '1')
  renameSync(`${store}-away`, store)
  await until(async () => (await isArchiveFailing()) === '0', 90)
}

/** What has gone wrong in a cluster's archiving so far, and what its log says. */
async function refusals(name: string, url: string) {
  const [row] = await ask<{ failed: number }>('select failed_count::integer as failed from pg_stat_archiver', url)
  return { failed: row?.failed ?? 0, log: readFileSync(join(folder, `${name}.postgres.log`), 'utf8') }
}

/** Uses a cluster that was restored as nobody should: it writes, and archives if it can, also with the settings of production. */
async function drill(name: string): Promise<void> {
  const drilled = await startCluster(name)
  await ask('create table written_by_a_drill (); select pg_switch_wal()', drilled.url)
  await until(async () => (await refusals(name, drilled.url)).failed > 0, 60)
  writeFileSync(join(folder, name, 'postgresql.auto.conf'), settings)
  await ask('select pg_reload_conf()', drilled.url)
  await ask('create table written_once_more (); select pg_switch_wal()', drilled.url)
  await until(async () => (await refusals(name, drilled.url)).log.includes('the archive is not its own: nothing is archived'), 60)
  await drilled.stop()
}

const timelinesInStore = () => new Set(readdirSync(join(store, 'wal')).map((name) => name.slice(0, 8)))

test('a drill does not touch the archive: production goes on, and is restored to its last transfer afterwards', async () => {
  server = await startCluster('cluster')
  databaseUrl = server.url
  healthPort = await freePort()
  wallet = await ServerProcess.start(databaseUrl, { MONITORING_PORT: String(healthPort) })
  expect(await backedUpAt()).toBe(0)
  const user = await aUser(wallet, '100.00 USD', '10.00 EUR')
  expect(await backup('base')).toMatchObject({ status: 0 })
  await user.exchange('1.00', 'USD', 'EUR')
  await archived()
  expect(await restore('drill', { to: [] })).toMatchObject({
    status: 0,
    said: expect.stringMatching(/the archive has nothing later[\s\S]*The books are right\.[\s\S]*It archives nothing/),
  })
  await drill('drill')
  expect([...timelinesInStore()]).toEqual(['00000001'])

  await user.exchange('2.00', 'USD', 'EUR')
  await archived()
  const beforeBase = await restore('by-the-old-base', { to: [] })
  expect(beforeBase).toMatchObject({ status: 0, said: expect.stringContaining('The books are right.') })
  expect(await backup('base')).toMatchObject({ status: 0 })
  await user.exchange('3.00', 'USD', 'EUR')
  const last = await books()
  await archived()
  expect(await restore('by-the-new-base', { to: [] })).toMatchObject({ status: 0 })
  const restored = await startCluster('by-the-new-base')
  expect(await books(restored.url)).toEqual(last)
  await restored.stop()
})

test('under load, a wallet is restored to the chosen moment, and its books are correct', async () => {
  if (!wallet) throw new Error('The wallet of the test above has not started')
  await ask('create role powerless login')
  const [anna, boris] = [await aUser(wallet, '100.00 USD', '10.00 EUR'), await aUser(wallet, '100.00 USD', '10.00 EUR')]
  const load = [keepExchanging(anna), keepExchanging(boris)]
  expect(await backup('base')).toMatchObject({ status: 0, said: expect.stringMatching(/^Base backup \w+: [^\n]+\n$/m) })
  expect(Math.abs((await backedUpAt()) - Date.now() / 1000)).toBeLessThan(60)
  for (const each of load) await exchanged(each, 20)
  for (const each of load) await each.end()
  // Whatever is committed from now on is of a later microsecond than the moment.
  const [now] = await ask<{ moment: string }>('select clock_timestamp()::text as moment, pg_sleep(0.01)')
  remembered = { moment: now?.moment ?? '', books: await books() }
  const balance = await anna.balance('USD')
  const more = keepExchanging(anna)
  await exchanged(more, 20)
  await more.end()
  atItsEnd = await books()
  expect(atItsEnd).not.toEqual(remembered.books)
  await archived()
  await expectFailureTold()
  await wallet.kill()
  await server?.stop()
  rmSync(cluster, { recursive: true })

  const restored = await restore('restored')
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining('The books are right.') })
  server = await startCluster('restored')
  databaseUrl = server.url
  expect(await books()).toEqual(remembered.books)
  wallet = await ServerProcess.start(databaseUrl)
  expect(await new TestUser(wallet, anna.phone, anna.token).balance('USD')).toBe(balance)
})

const inPlaceOf = (name: string) => join(folder, name, 'pg_wal', '0000000100000000000000FE')

test('a restored cluster declared as production archives there, and no other one does', async () => {
  const cluster = join(folder, 'restored')
  expect(await backup('take-over', join(folder, 'nowhere'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('no data'),
  })
  const taken = expect.stringContaining('timeline 2, and no other cluster does')
  for (const _ of ['once', 'again']) expect(await backup('take-over', cluster)).toMatchObject({ status: 0, said: taken })
  await ask('select pg_reload_conf()')
  await archived()
  expect(timelinesInStore()).toContain('00000002')
  // One that was restored before, and one that never was.
  mkdirSync(join(folder, 'original', 'pg_wal'), { recursive: true })
  for (const [name, said] of [
    ['drill', 'the archive is not its own'],
    ['original', 'has taken it over'],
  ] as const) {
    writeFileSync(inPlaceOf(name), 'what was written')
    expect(await backup('wal', inPlaceOf(name))).toMatchObject({ status: 1, said: expect.stringContaining(said) })
  }
  expect(await backup('take-over', join(folder, 'drill'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('The archive has gone on in timeline 2'),
  })
})

test('with two logs in an archive the log has to be named: neither is taken for the whole', async () => {
  const copy = join(folder, 'forked')
  cpSync(store, copy, { recursive: true })
  // As a cluster that was restored by an earlier version has left it.
  rmSync(join(copy, 'owner.json'))
  giveAway(copy)
  const refused = await restore('from-forked', { from: copy, to: [] })
  const said =
    /timeline 2, and timeline 1 up to 0000000100000000\w{8}, which is not in the other[^\n]*--timeline 2, or --timeline 1/
  expect(refused).toMatchObject({ status: 1, said: expect.stringMatching(said) })
  expect(await restore('from-no-such', { to: [], more: ['--timeline', '7'] })).toMatchObject({ status: 1 })
  const found: Record<string, unknown> = { '1': atItsEnd, '2': await books() }
  for (const timeline of ['1', '2']) {
    const into = `of-timeline-${timeline}`
    expect(await restore(into, { from: copy, to: [], more: ['--timeline', timeline] })).toMatchObject({ status: 0 })
    const restored = await startCluster(into)
    expect(await books(restored.url)).toEqual(found[timeline])
    await restored.stop()
  }
  // Where it was taken over, what it has left behind was decided then.
  expect(await restore('taken-over', { to: [] })).toMatchObject({ status: 0 })
})

/** Hands a folder over to the user that PostgreSQL runs as. */
function giveAway(place: string): void {
  if (!account) return
  for (const name of ['.', ...readdirSync(place, { recursive: true, encoding: 'utf8' })])
    chownSync(join(place, name), account.uid, account.gid)
}

/** The one that a restore begins with. */
const newestBase = () => readdirSync(join(store, 'base')).sort().at(-1) ?? ''

/** Changes one byte in the middle of an item of a copy of the store. */
function flipIn(copy: string, item: string): void {
  cpSync(store, copy, { recursive: true })
  const file = join(copy, item, 'content.gz.age')
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(file, bytes)
  giveAway(copy)
}

test('a base backup with one changed byte is refused, and nothing of it stays', async () => {
  const base = newestBase()
  const copy = join(folder, 'flipped-base')
  flipIn(copy, join('base', base))
  const refused = await restore('from-flipped-base', { from: copy })
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining(`${base} cannot be read: it is damaged`) })
  expect(readdirSync(folder)).not.toContain('from-flipped-base')
})

test('a refused base backup leaves nothing, though the program that unpacks it is slow to end', async () => {
  const base = newestBase()
  const [copy, slow] = [join(folder, 'flipped-for-slow'), join(folder, 'slow')]
  flipIn(copy, join('base', base))
  mkdirSync(slow)
  const script = `#!/bin/sh\ntrap '' TERM\ncat > "$4/begun"\nsleep 1\nmkdir -p "$4/late"\nexit 2\n`
  writeFileSync(join(slow, 'tar'), script, { mode: 0o755 })
  const refused = await restore('by-slow-tar', { from: copy, path: `${slow}:${BARE_ENVIRONMENT.PATH}` })
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining(`${base} cannot be read: it is damaged`) })
  expect(readdirSync(folder)).not.toContain('by-slow-tar')
})

test('a log with one changed byte is refused, and nothing of it stays', async () => {
  const note = readdirSync(join(store, 'wal'))
    .sort()
    .findLast((name) => name.endsWith('.backup'))
  const copy = join(folder, 'flipped-log')
  // The file of the log that the base backup began in.
  flipIn(copy, join('wal', note?.split('.')[0] ?? ''))
  const refused = await restore('from-flipped-log', { from: copy })
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('cannot be read: it is damaged') })
  expect(readdirSync(folder)).not.toContain('from-flipped-log')
})

test('without the key nothing can be read [backup-1]', async () => {
  const other = join(folder, 'other-key')
  await backup('new-key', other)
  const refused = await restore('with-other-key', { key: other })
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('the key is another') })
  const files = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('content.gz.age'))
  for (const file of files)
    expect(readFileSync(join(store, file)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
})

test('errors that the person at the terminal can fix are told in one line: who restores, by which role, and from where', async () => {
  const lastLine = (said: string) => said.trim().split('\n').at(-1)
  const unknown = await restore('by-nobody', { more: ['--user', 'nobody_there'] })
  expect(unknown.status).toBe(1)
  expect(lastLine(unknown.said)).toBe(
    'It is restored, but not verified: role "nobody_there" does not exist. Say which role and database of yours it is to be verified by: --user, --database',
  )
  const powerless = await restore('by-powerless', { more: ['--user', 'powerless'] })
  expect(powerless.status).toBe(1)
  expect(powerless.said).toMatch(/^The role that this was done as may not: permission denied for [^\n]+$/m)
  const keyless = await restore('without-key', { key: join(folder, 'no-such-key') })
  expect(keyless).toMatchObject({ status: 1, said: expect.stringMatching(/^ENOENT: [^\n]*no-such-key'\n$/) })
  const closed = join(folder, 'closed')
  mkdirSync(join(closed, 'wal'), { recursive: true })
  chmodSync(join(closed, 'wal'), 0o700)
  if (account) expect((await restore('from-closed', { from: closed })).said).toMatch(/^EACCES: [^\n]*closed\/wal'\n$/)
  for (const { said } of [unknown, powerless, keyless]) expect(said).not.toMatch(/"stack"|^ +at /m)
})

test('a log file that is archived again stays as it is, and a file of its name with other content is refused', async () => {
  const name = '0000000100000000000000FE'
  const [segment, kept] = [inPlaceOf('owner'), join(store, 'wal', name, 'content.gz.age')]
  mkdirSync(dirname(segment), { recursive: true })
  cpSync(join(folder, 'restored', 'wallet-restored'), join(folder, 'owner', 'wallet-restored'))
  giveAway(join(folder, 'owner'))
  writeFileSync(segment, 'what was written')
  expect(await backup('wal', segment)).toMatchObject({ status: 0 })
  const stored = readFileSync(kept)
  expect(await backup('wal', segment)).toMatchObject({ status: 0 })
  writeFileSync(segment, 'what another writes')
  expect(await backup('wal', segment)).toMatchObject({ status: 1, said: expect.stringContaining('another content') })
  expect(readFileSync(kept)).toEqual(stored)
  expect(readdirSync(join(store, 'wal')).filter((part) => part.startsWith('.'))).toEqual([])
})

test('a file that is not of the log is not archived', async () => {
  expect(await backup('wal', keyFile)).toMatchObject({
    status: 1,
    said: expect.stringContaining('no file of the write-ahead log'),
  })
})

test('a missing store is an error, and is not created', async () => {
  expect(await backupTo(join(folder, 'gone'), 'wal', inPlaceOf('original'))).toMatchObject({ status: 1 })
  expect(readdirSync(folder)).not.toContain('gone')
})

test('files half-written for more than a day, also of the log, go with the next base backup, and files being written stay', async () => {
  const places = ['base', 'wal'].flatMap((kind) => ['.part-old', '.part-new'].map((name) => join(store, kind, name)))
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  for (const place of places) {
    mkdirSync(place)
    writeFileSync(join(place, 'content.gz.age'), 'half')
    if (account) for (const path of [place, join(place, 'content.gz.age')]) chownSync(path, account.uid, account.gid)
    if (place.endsWith('old')) utimesSync(place, twoDaysAgo, twoDaysAgo)
  }
  expect(await backup('base')).toMatchObject({ status: 0 })
  for (const kind of ['base', 'wal']) {
    expect(readdirSync(join(store, kind)).filter((name) => name.startsWith('.part-'))).toEqual(['.part-new'])
  }
})

test('a base backup that cannot be reported to the wallet is kept, and the missing report is mentioned', async () => {
  await ask('alter table base_backup rename to base_backup_away')
  const before = readdirSync(join(store, 'base')).length
  const said = expect.stringContaining('It is in the store, but the wallet could not be told, and its alarm will go off')
  expect(await backup('base')).toMatchObject({ status: 0, said })
  expect(readdirSync(join(store, 'base'))).toHaveLength(before + 1)
  await ask('alter table base_backup_away rename to base_backup')
})

test('a store is pruned to its newest base backup, which is still restored with the log after it; a dry run removes nothing', async () => {
  const itemsOf = (kind: string) => readdirSync(join(store, kind)).filter((name) => !name.startsWith('.part-'))
  // Of the test above, and of no log.
  rmSync(join(store, 'wal', '0000000100000000000000FE'), { recursive: true })
  expect(await backup('base')).toMatchObject({ status: 0 })
  const [bases, log] = [itemsOf('base'), itemsOf('wal')]
  const [now] = await ask<{ moment: string }>('select clock_timestamp()::text as moment, pg_sleep(0.01)')
  remembered = { moment: now?.moment ?? '', books: await books() }
  await ask('create table after_the_prune ()')
  await archived()
  const said = expect.stringMatching(new RegExp(`would be removed: base backup ${bases[0]}[\\s\\S]*files of the log`))
  expect(await backup('prune', '--keep-count', '1', '--dry-run')).toMatchObject({ status: 0, said })
  expect([itemsOf('base'), itemsOf('wal')]).toEqual([bases, expect.arrayContaining(log)])
  expect(await backup('prune', '--keep-count', '1')).toMatchObject({ status: 0, said: expect.stringContaining('Removed: ') })
  expect(itemsOf('base')).toEqual(bases.slice(-1))
  expect(itemsOf('wal').length).toBeLessThan(log.length)
  const restored = await restore('from-pruned')
  expect(restored).toMatchObject({ status: 0, said: expect.stringContaining('The books are right.') })
})

test('pruning without a rule of what to keep is refused', async () => {
  for (const words of [[], ['--keep-count', '0'], ['--keep-days', '1.5'], ['--keep'], ['everything']])
    expect(await backup('prune', ...words)).toMatchObject({
      status: 1,
      said: expect.stringContaining('npm run backup -- <command>'),
    })
})
