import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import generate, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshPhone, readCode } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// Below the repository, where the packages of the client are found.
const FOLDER = resolve('.test-data')
let wallet: TestWallet
let folder = ''
beforeAll(async () => {
  wallet = await startTestWallet()
  mkdirSync(FOLDER, { recursive: true })
  folder = mkdtempSync(join(FOLDER, 'client-'))
  cpSync('tests/client/journey.ts', join(folder, 'journey.ts'))
  const document = await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).text()
  writeFileSync(join(folder, 'wallet-api.ts'), astToString(await generate(document)))
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await wallet.expectTrueBooks()
  await wallet.close()
})

test('a client that is generated from the document goes with strict TypeScript', () => {
  const compiler = [resolve('node_modules/typescript/bin/tsc'), '-p', folder]
  const { stdout, status } = spawnSync(process.execPath, compiler, { encoding: 'utf8' })
  expect([stdout, status]).toEqual(['', 0])
})

test('the generated client walks the whole journey of a person', async () => {
  const { walk } = await import(pathToFileURL(join(folder, 'journey.ts')).href)
  const seen = await walk(wallet.url, freshPhone(), {
    readCode: (phone: string) => readCode(wallet, phone),
    async pay(url: string) {
      const paid = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome: 'pay' }),
      })
      expect(paid.status).toBe(200)
    },
  })
  expect(seen).toEqual({
    balances: { RUB: '300.00', USD: expect.stringMatching(/^[1-9]/) },
    kinds: ['withdrawal', 'withdrawal', 'exchange', 'exchange', 'topup'],
    states: ['complete', 'complete', 'complete', 'complete', 'complete'],
    types: ['topup', 'exchange', 'withdrawal'],
    notices: 5,
    refusals: ['The key was used before', 'The money is not there'],
  })
})
