import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection } from '#survive/raw-http'
import { ask, freshPhone, readCode, until } from '#tests/builders'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
let logged = ''
beforeAll(async () => {
  const logTo = {
    write(line: string) {
      logged += line
    },
  }
  wallet = await startTestWallet({ ACCESS_LOG: 'on', TRUSTED_PROXIES: '1' }, { logTo })
})
afterAll(() => wallet.close())

const FORGED = '{"level":60,"msg":"forged"}'
const ENDS = ['\r\n', '\n', '\r', '\u001b[2K\u001b[1G', '\u2028', '\u0085', '\u0000']

/** Fails unless every line of the log is one object that the wallet has written, without a character that ends a line or steers a terminal. */
function expectHonestLines(): void {
  const lines = logged.split('\n').filter((line) => line !== '')
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(Number), pid: process.pid })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
    expect(line).not.toMatch(/[\u0000-\u001f\u007f\u0085\u2028]/)
    expect(JSON.parse(line).msg).not.toBe('forged')
  }
}

test('a name that ends a line or steers a terminal forges no line of the log [log-lines-1]', async () => {
  for (const end of ENDS) {
    const phone = freshPhone()
    const body = { first_name: `Anna${end}${FORGED}`, last_name: 'Smith', email: 'anna@mail.example', phone }
    const answer = await ask(wallet, 'POST', '/v2/wallet/auth/register', { body })
    if (answer.status !== 'ok') continue
    const confirm_code = await readCode(wallet, phone)
    await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code } })
  }
  await until(() => Promise.resolve(logged.includes('"/v2/wallet/auth/register"')))
  expectHonestLines()
  expect(logged).not.toContain('forged')
})

test('nor do an address, an id of a request and what a device says of itself [log-lines-2]', async () => {
  const connection = await openConnection(wallet.url)
  const heads = [
    'GET /v2/wallet/%0d%0a%7b%22level%22:60,%22msg%22:%22forged%22%7d HTTP/1.1\r\nHost: wallet\r\n\r\n',
    `GET /v2/wallet/config HTTP/1.1\r\nHost: wallet\r\nX-Request-Id: a\u001b[31m${FORGED}\r\n\r\n`,
    `GET /v2/wallet/config HTTP/1.1\r\nHost: wallet\r\nUser-Agent: \u009b31m${FORGED}\r\nX-Request-Id: ${FORGED}\r\n\r\n`,
  ]
  for (const head of heads) {
    const answered = await openConnection(wallet.url)
    await answered.ask(Buffer.from(head, 'latin1'))
    answered.close()
  }
  connection.close()
  await until(() => Promise.resolve((logged.match(/"\/v2\/wallet\/config"/g) ?? []).length > 0))
  expectHonestLines()
  expect(logged).not.toContain('forged')
})
