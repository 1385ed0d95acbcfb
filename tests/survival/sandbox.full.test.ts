import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Embedded } from '#server/db/embedded'
import { aUser } from '#tests/builders'
import { freePort } from '#tests/free-port'
import { startOwnPostgres } from '#tests/own-postgres'
import { programOf } from '#tests/programs'
import { SECRET } from '#tests/secret'
import { ServerProcess } from '#tests/server-process'

let vendors: Embedded
let books: Embedded
let sandbox: ChildProcess | undefined
let wallet: ServerProcess | undefined
beforeAll(async () => {
  vendors = await startOwnPostgres()
  books = await startOwnPostgres()
})
afterAll(async () => {
  await wallet?.kill()
  sandbox?.kill()
  await vendors.stop()
  await books.stop()
})

test('the sandbox runs on its own, and a wallet with its address signs people up and takes their money there', async () => {
  const port = await freePort()
  const env = { ...process.env, DATABASE_URL: vendors.connectionString, WALLET_SECRET: SECRET, PORT: `${port}` }
  sandbox = spawn(process.execPath, programOf('sandbox'), { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(sandbox.stdout ?? sandbox, 'data')
  expect(String(said)).toContain(`SANDBOX_URL=http://localhost:${port}/sandbox`)
  wallet = await ServerProcess.start(books.connectionString, { SANDBOX_URL: `http://localhost:${port}/sandbox` })
  const user = await aUser(wallet, '5.00 USD')
  expect(await user.balance('USD')).toBe('5.00')
  sandbox.kill('SIGTERM')
  expect(await once(sandbox, 'exit')).toEqual([0, null])
})
