import { expect, test } from 'vitest'
import { networkName } from './card-network.ts'
import { createTexts } from './texts.ts'

const texts = createTexts({ ru: {}, en: {} })

test.each([
  ['ru', 'Мир', 'Мир'],
  ['en', 'Мир', 'Mir'],
  ['ru', 'Visa', 'Visa'],
  ['en', undefined, undefined],
] as const)('in %s the network %s is called %s', (language, network, name) => {
  expect(networkName((key) => texts.translate(language, key), network)).toBe(name)
})
