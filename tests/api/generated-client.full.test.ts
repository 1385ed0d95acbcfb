import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import generate, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALLS } from '#contract/calls'
import { TestPasskey } from '#tests/authenticator'
import { ask, freshPhone, readCode, readMessages, until } from '#tests/builders'
import { sendNumber } from '#tests/card-field'
import { solveProof } from '#tests/proof-of-work'
import { browserKeys, newEndpoint } from '#tests/push-device'
import { aShopOrder } from '#tests/shop'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

// Below the repository, where the packages of the client are found.
const FOLDER = resolve('.test-data')

let wallet: TestWallet
let folder = ''
beforeAll(async () => {
  wallet = await startTestWallet({ CODES_PER_PHONE_HOUR: '100', CODES_PER_PHONE_DAY: '100', SANDBOX_CARD_FIELD: 'on' })
  mkdirSync(FOLDER, { recursive: true })
  folder = mkdtempSync(join(FOLDER, 'client-'))
  // Not the compiler that the generator is given.
  cpSync('tests/client', folder, { recursive: true, filter: (path) => !path.endsWith('typescript.ts') })
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

test('the generated client walks the whole journey of a person, by every call of the contract', async () => {
  const { walk } = await import(pathToFileURL(join(folder, 'journey.ts')).href)
  const phones = { anna: freshPhone(), boris: freshPhone(), clara: freshPhone() }
  const { called, ...seen } = await walk(wallet.url, phones, hands())
  expect(seen).toEqual({
    opened: 'EUR',
    own: ['Holidays', 'teal', true],
    sessions: [2, 1],
    identified: ['complete', 'полный'],
    refusals: ['The key was used before', 'The money is not there'],
    sellers: ['Padaria do Sol', 'Padaria do Sol'],
    transfers: ['ok', 'pending', 'pending', 'pending', 'ok'],
    requests: ['paid', 'declined', 'withdrawn'],
    codeOf: 'Anna S.',
    recipients: [3, 1, 2],
    passkeys: ['The blue phone'],
    told: [true, false],
    read: [false, 0],
    event: 'data: hello\n\n',
    taken: ['Anna', '%PDF-'],
    alerts: [1, 0],
    levels: 3,
    file: expect.stringContaining('144.00'),
    receipt: ['exchanged', '%PDF-'],
    closed: 'INVALID_TOKEN',
    balances: { RUB: '144.00', USD: expect.stringMatching(/^[1-9]/), EUR: '0.00' },
    kinds: { topup: 1, exchange: 4, withdrawal: 3, payment: 2, p2p: 7 },
    states: ['complete', 'failed'],
    types: ['topup', 'exchange', 'withdrawal', 'payment', 'sent', 'received'],
    notices: 28,
    texts: expect.any(Number),
  })
  const known = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`)
  expect(known.filter((call) => !called.includes(call))).toEqual([])
})

/** What people do with their own hands, at the sandbox. */
const hands = () => ({
  readCode: (phone: string) => readCode(wallet, phone),
  async readMail(email: string) {
    const { messages } = await ask(wallet, 'GET', `/sandbox/email.json?to=${encodeURIComponent(email)}`)
    return (messages as { code: string | null }[]).find(({ code }) => code)?.code
  },
  async readLink(phone: string) {
    const [token] = await found(async () => (await readMessages(wallet, phone)).flatMap(({ text }) => LINK.exec(text) ?? []))
    return token
  },
  pay: (url: string) => decide(url, 'pay'),
  identify: (url: string) => decide(url, 'approve'),
  async typeCard(url: string) {
    const { status, token } = await sendNumber(url, '2200123456024821')
    expect(status).toBe(201)
    return token
  },
  makePasskey: () => new TestPasskey(wallet.url),
  work: solveProof,
  async subscribe(publicKey: string) {
    return { endpoint: await newEndpoint(wallet, publicKey), keys: browserKeys().keys }
  },
  readSellersCode: async (amount: string) => (await aShopOrder(wallet, { format: 'pix', amount })).code,
  wait: (seconds: number) => wallet.passSeconds(seconds),
})

const LINK = /(?<=\/secure#)[\w-]{38}/

/** Decides on a page of the sandbox's, as a person there would. */
async function decide(url: string, outcome: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const decided = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ outcome }) })
  expect(decided.status).toBe(200)
}

/** Asks until there is something, as messages come in their own time. */
async function found<Each>(list: () => Promise<readonly Each[]>): Promise<readonly Each[]> {
  let last: readonly Each[] = []
  await until(async () => {
    last = await list()
    return last.length > 0
  })
  return last
}
