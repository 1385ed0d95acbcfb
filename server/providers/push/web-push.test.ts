import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { createWebPush, privateKeyFrom, publicKeyOf } from './web-push.ts'

const PRIVATE = privateKeyFrom('a secret of thirty-two characters')
const push = createWebPush({ privateKey: PRIVATE, subject: 'mailto:a@b.example', timeoutMs: 100 })

test('the sandbox’s key is the same for the same secret, and differs for another secret', () => {
  expect(PRIVATE).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(privateKeyFrom('a secret of thirty-two characters')).toBe(PRIVATE)
  expect(privateKeyFrom('another secret of many characters')).not.toBe(PRIVATE)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(PRIVATE, 'base64url'))
  expect(publicKeyOf(PRIVATE)).toBe(pair.getPublicKey('base64url'))
})

test('an invalid private key has no public key', () => {
  for (const none of ['', 'AAAA', 'A'.repeat(43), '_'.repeat(43)]) expect(() => publicKeyOf(none)).toThrow()
})

test('without the sandbox no address of this machine or its network is called', () => {
  for (const none of [
    'http://localhost:3000/sandbox/push/to/x',
    'http://127.0.0.1/x',
    'https://10.0.0.1/x',
    'https://wallet.local/x',
  ])
    expect([none, push.takes(none)]).toEqual([none, false])
  expect(push.takes('https://web.push.apple.com/x')).toBe(true)
})

test('a forbidden address is not called even when it has been stored', async () => {
  const to = { endpoint: 'http://127.0.0.1:1/x', keys: { p256dh: publicKeyOf(PRIVATE), auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }
  const sent = push.send({ to, text: '{}', topic: 'x', urgency: 'normal', lifetimeSeconds: 60 })
  await expect(sent).rejects.toThrow(/of no push service/)
})
