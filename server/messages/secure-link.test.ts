import { expect, test } from 'vitest'
import { deriveKeys } from '#server/security/keys'
import { messageOfLink, secureLink } from './secure-link.ts'

const ID = '019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071'
const keys = deriveKeys('a secret that is long enough for anybody')
const tokenOf = (link: string): string => link.split('#')[1] ?? ''

test('a link leads back to its message, and is the same each time', () => {
  const link = secureLink(keys, 'https://wallet.example', ID)
  expect(link).toMatch(/^https:\/\/wallet\.example\/secure#[A-Za-z0-9_-]{38}$/)
  expect(secureLink(keys, 'https://wallet.example', ID)).toBe(link)
  expect(messageOfLink(keys, tokenOf(link))).toBe(ID)
})

test('a link made with another secret, for another message, or by hand, leads nowhere', () => {
  const token = tokenOf(secureLink(keys, '', ID))
  const other = tokenOf(secureLink(keys, '', ID.replace('6071', '6072')))
  const foreign = tokenOf(secureLink(deriveKeys('another secret that is long enough, too'), '', ID))
  const mixed = other.slice(0, 22) + token.slice(22)
  for (const wrong of [foreign, mixed, token.slice(1), `${token}AA`, '', '#']) expect(messageOfLink(keys, wrong)).toBeUndefined()
})

test('while a secret is being replaced, links made with either secret work', () => {
  const old = 'a secret that is long enough for anybody'
  const both = deriveKeys('the secret that takes its place by and by', old)
  expect(messageOfLink(both, tokenOf(secureLink(keys, '', ID)))).toBe(ID)
})
