import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

/** Sends bytes as they are, and gives all that comes until the connection is ended. */
async function said(bytes: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(Number(new URL(wallet.url).port), '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = new Headers(fields.map((field): [string, string] => [field.replace(/:.*/, ''), field.replace(/^[^:]*: /, '')]))
  return { status: Number(line.split(' ')[1]), headers, body }
}

const GET = 'GET /v2/wallet/config HTTP/1.1\r\nhost: wallet\r\n'

test.each([
  ['headers that are too large', `${GET}x-filler: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a line that is no request', 'wallet, open\r\n\r\n', 400],
  ['a method that there is not', 'GIVE /v2/wallet HTTP/1.1\r\nhost: wallet\r\n\r\n', 400],
  ['a header without a colon', `${GET}x-filler\r\n\r\n`, 400],
  ['two lengths of one body', `${GET}content-length: 1\r\ncontent-length: 2\r\n\r\n`, 400],
] as const)('%s: answered in the envelope of every refusal, and protected as it is', async (_what, bytes, status) => {
  const answer = await said(bytes)
  const refusal = JSON.parse(answer.body)
  expect([answer.status, refusal]).toEqual([
    status,
    { status: 'error', code: 'invalid_request', message: expect.stringMatching(/[а-я]/) },
  ])
  const usual = await fetch(`${wallet.url}/v2/wallet/nothing`)
  for (const name of ['content-type', 'content-security-policy', 'x-content-type-options', 'cache-control'])
    expect([name, answer.headers.get(name)]).toEqual([name, usual.headers.get(name)])
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('connection')).toBe('close')
})

test('headers of eight kilobytes are answered as ever', async () => {
  const answer = await said(`${GET}x-filler: ${'x'.repeat(8000)}\r\nconnection: close\r\n\r\n`)
  expect(answer.status).toBe(200)
})
