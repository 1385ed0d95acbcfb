import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#tests/free-port'

/** A command of npm as people type it, in a folder: what it has said so far, and when all that could say something more has ended. */
function npm(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): { child: ChildProcess; said: () => string; allEnded: () => boolean } {
  let said = ''
  const child = spawn('npm', words, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'development', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a shell gives it: Ctrl-C reaches all that is in it.
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += String(text)
    })
  }
  let isClosed = false
  // Not npm's own end: its streams are closed when nobody who was given them lives any more.
  child.once('close', () => {
    isClosed = true
  })
  return { child, said: () => said, allEnded: () => isClosed }
}

/** The processes that have a text in their command line. */
function processesWith(text: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.filter((line) => line.includes(text) && !line.includes('ps -eo'))
}

const isAnswered = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

for (const [how, stop] of [
  ['SIGTERM to npm', (child: ChildProcess) => child.kill('SIGTERM')],
  ['Ctrl-C in the terminal', ({ pid = 0 }: ChildProcess) => process.kill(-pid, 'SIGINT')],
] as const) {
  test(`${how} stops a wallet that npm has started, with its PostgreSQL, in good order`, { tag: '@once' }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-stop-'))
    const [port, fieldPort] = [await freePort(), await freePort()]
    const places = { DATA_DIR: dataDir, PORT: String(port), SANDBOX_CARD_FIELD_PORT: String(fieldPort) }
    const { child, said, allEnded } = npm(['start'], '.', { ...places, BRAND: 'stater' })
    await expect.poll(said, { timeout: 60_000 }).toContain('is open')
    const url = `http://localhost:${port}/v2/wallet/config`
    expect(await isAnswered(url)).toBe(true)
    expect(processesWith(dataDir)).not.toEqual([])
    stop(child)
    await expect.poll(allEnded, { timeout: 15_000 }).toBe(true)
    await expect.poll(() => processesWith(dataDir), { timeout: 15_000 }).toEqual([])
    await expect.poll(() => isAnswered(url)).toBe(false)
    // PostgreSQL takes its notes away only when it was shut down, not killed.
    expect(existsSync(join(dataDir, 'cluster/postmaster.pid'))).toBe(false)
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
    rmSync(dataDir, { recursive: true, force: true })
  })
}

test('SIGTERM to npm ends development, with the PostgreSQL of its wallet, in good order', { tag: '@once' }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-dev-'))
  const [port, apiPort] = [String(await freePort()), String(await freePort())]
  const settings = { DATA_DIR: dataDir, PORT: port, API_PORT: apiPort, BRAND: 'stater' }
  const { child, said, allEnded } = npm(['run', 'dev'], '.', settings)
  await expect.poll(said, { timeout: 60_000 }).toContain('is open')
  expect(processesWith(dataDir)).not.toEqual([])
  child.kill('SIGTERM')
  await expect.poll(allEnded, { timeout: 15_000 }).toBe(true)
  await expect.poll(() => processesWith(dataDir), { timeout: 15_000 }).toEqual([])
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  rmSync(dataDir, { recursive: true, force: true })
})

test('SIGTERM to npm while the wallet is still being built ends the build too', { tag: '@once' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-build-'))
  // The scripts find their tree by where they are, so they are copies; all else is this tree.
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['start.mjs', 'end-with-shell.mjs', 'build.mjs'])
    copyFileSync(join('scripts', name), join(folder, 'scripts', name))
  for (const name of readdirSync('.').filter((name) => !['scripts', 'dist', '.git', 'test-results'].includes(name))) {
    symlinkSync(resolve(name), join(folder, name))
  }
  const { child, said, allEnded } = npm(['start'], folder, { DATA_DIR: join(folder, 'data'), PORT: String(await freePort(2)) })
  await expect.poll(said, { timeout: 30_000 }).toContain('Building')
  await expect.poll(() => processesWith(folder).length, { timeout: 30_000 }).toBeGreaterThan(0)
  child.kill('SIGTERM')
  await expect.poll(allEnded, { timeout: 15_000 }).toBe(true)
  await expect.poll(() => processesWith(folder), { timeout: 15_000 }).toEqual([])
  expect(existsSync(join(folder, 'dist/built'))).toBe(false)
  expect(existsSync(join(folder, 'data'))).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
