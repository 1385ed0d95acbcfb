import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '#contract/version'
import { openTestHouse, type TestHouse } from '#tests/test-house'

let alone: TestHouse
let inMessenger: TestHouse
beforeAll(async () => {
  alone = await openTestHouse()
  inMessenger = await openTestHouse({ MESSENGER_WEB: 'on' })
})
afterAll(async () => {
  for (const house of [alone, inMessenger]) {
    await house.expectTrueBooks()
    await house.close()
  }
})

async function protectionOf(house: TestHouse, path: string) {
  const { headers } = await fetch(house.url + path)
  const policy = headers.get('content-security-policy') ?? ''
  return { framedBy: /frame-ancestors ([^;]*)/.exec(policy)?.[1], frames: headers.get('x-frame-options') }
}

test('nobody shows the page in a frame', async () => {
  expect(await protectionOf(alone, '/version.json')).toEqual({ framedBy: "'none'", frames: 'DENY' })
  expect(await protectionOf(alone, '/v2/wallet/config')).toEqual({ framedBy: "'none'", frames: 'DENY' })
})

test('as a mini app the page is shown by the messenger’s own web version, and by nobody else; the API by nobody at all', async () => {
  expect(await protectionOf(inMessenger, '/version.json')).toEqual({ framedBy: 'https://web.telegram.org', frames: null })
  expect(await protectionOf(inMessenger, '/v2/wallet/config')).toEqual({ framedBy: "'none'", frames: 'DENY' })
})

test('the version is told anew every time', async () => {
  const answer = await fetch(`${alone.url}/version.json?${Date.now()}`)
  expect(answer.headers.get('cache-control')).toBe('no-cache, no-store, must-revalidate')
  expect(await answer.json()).toEqual({ version: VERSION })
  const config = await fetch(`${alone.url}/v2/wallet/config`)
  expect(await config.json()).toMatchObject({ version: VERSION })
})
