import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { createWebPush, privateKeyFrom, publicKeyOf } from './web-push.ts'

const PRIVATE = privateKeyFrom('a secret of thirty-two characters')
const push = createWebPush({ privateKey: PRIVATE, subject: 'mailto:a@b.example', timeoutMs: 100 })

test('the sandbox’s key is the same for the same secret, and another for another', () => {
  expect(PRIVATE).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(privateKeyFrom('a secret of thirty-two characters')).toBe(PRIVATE)
  expect(privateKeyFrom('another secret of many characters')).not.toBe(PRIVATE)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(PRIVATE, 'base64url'))
  expect(publicKeyOf(PRIVATE)).toBe(pair.getPublicKey('base64url'))
})

test('what is no private key gives no public one', () => {
  for (const none of ['', 'AAAA', 'A'.repeat(43), '_'.repeat(43)]) expect(() => publicKeyOf(none)).toThrow()
})

test('without the sandbox nothing of this machine or its network is asked', () => {
  for (const none of [
    'http://localhost:3000/sandbox/push/to/x',
    'http://127.0.0.1/x',
    'https://10.0.0.1/x',
    'https://wallet.local/x',
  ])
    expect([none, push.takes(none)]).toEqual([none, false])
  expect(push.takes('https://web.push.apple.com/x')).toBe(true)
})

test('another address is not asked even when it has been kept', async () => {
  const to = { endpoint: 'http://127.0.0.1:1/x', keys: { p256dh: publicKeyOf(PRIVATE), auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }
  const sent = push.send({ to, text: '{}', topic: 'x', urgency: 'normal', lifetimeSeconds: 60 })
  await expect(sent).rejects.toThrow(/of no push service/)
})
