import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSigned, readSigned } from './signature.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const SECONDS = NOW.getTime() / 1000
const BODY = Buffer.from('{"id": 1,  "text":"Оплата"}')

function sign(secret: string, { seconds = SECONDS, body = BODY }: { seconds?: number; body?: Buffer } = {}): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`
}

describe('a webhook signature', () => {
  test('of the vendor is accepted over exactly the received bytes', () => {
    expect(readSigned({ rawBody: BODY, signature: sign('new'), now: NOW }, ['new'])).toEqual({ id: 1, text: 'Оплата' })
  })

  test('by the old secret is accepted while secrets are being replaced, and not afterwards', () => {
    expect(isSigned({ rawBody: BODY, signature: sign('old'), now: NOW }, ['new', 'old'])).toBe(true)
    expect(isSigned({ rawBody: BODY, signature: sign('old'), now: NOW }, ['new'])).toBe(false)
    expect(isSigned({ rawBody: BODY, signature: sign('new'), now: NOW }, [])).toBe(false)
  })

  test.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])('whose time is %i s off: accepted %s', (offset, accepted) => {
    const signature = sign('new', { seconds: SECONDS + offset })
    expect(isSigned({ rawBody: BODY, signature, now: NOW }, ['new'])).toBe(accepted)
  })

  test('over the same JSON in another notation is refused', () => {
    const rawBody = Buffer.from(JSON.stringify(JSON.parse(BODY.toString())))
    expect(isSigned({ rawBody, signature: sign('new'), now: NOW }, ['new'])).toBe(false)
  })

  test('with another instant is refused', () => {
    const signature = sign('new').replace(`t=${SECONDS}`, `t=${SECONDS + 1}`)
    expect(isSigned({ rawBody: BODY, signature, now: NOW }, ['new'])).toBe(false)
  })

  const good = sign('new')
  test.each([
    undefined,
    '',
    't=,v1=',
    good.toUpperCase(),
    ` ${good}`,
    `${good}, ${good}`,
    `${good}00`,
    good.slice(0, -2),
    good.replace('v1', 'v0'),
    `t=1e9,${good.split(',')[1]}`,
    `t=-1,${good.split(',')[1]}`,
    'x'.repeat(10_000),
  ])('written as %j is refused', (signature) => {
    expect(isSigned({ rawBody: BODY, signature, now: NOW }, ['new'])).toBe(false)
  })

  test('over a body that is not JSON gives nothing', () => {
    const rawBody = Buffer.from('{')
    expect(readSigned({ rawBody, signature: sign('new', { body: rawBody }), now: NOW }, ['new'])).toBeUndefined()
  })
})
