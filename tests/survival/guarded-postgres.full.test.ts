import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '#tests/builders'

const PROGRAM = `import { startGuardedPostgres } from '#tests/guarded-postgres'
const log = { info: () => undefined, error: () => undefined }
await startGuardedPostgres({ dataDir: process.env.FOLDER ?? '', log })
process.stdout.write('started')
setInterval(() => undefined, 1000)`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the PostgreSQL of a test ends with the process that started it, however that ends', async () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'guarded-'))
    const words = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM]
    const owner = spawn(process.execPath, words, {
      env: { ...process.env, FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(owner.stdout, 'data')
    const pid = Number.parseInt(readFileSync(join(folder, 'cluster/postmaster.pid'), 'utf8'), 10)
    expect(isAlive(pid)).toBe(true)
    owner.kill(signal)
    await until(async () => !isAlive(pid))
    rmSync(folder, { recursive: true, force: true })
  }
})
