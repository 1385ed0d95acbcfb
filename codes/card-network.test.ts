import { expect, test } from 'vitest'
import { cardNetworkOf } from './card-network.ts'

test.each([
  ['220070••••••4821', 'Мир'],
  ['2204 12•• •••• 0001', 'Мир'],
  ['4111 11•• •••• 1111', 'Visa'],
  ['510000••••••0000', 'Mastercard'],
  ['272099••••••0000', 'Mastercard'],
  ['341111•••••1111', 'American Express'],
  ['378282•••••0005', 'American Express'],
  ['352800••••••0000', 'JCB'],
  ['620000••••••0000', 'UnionPay'],
])('the first figures of %s say %s', (masked, network) => {
  expect(cardNetworkOf(masked)).toBe(network)
})

test.each(['•••• 4821', '220', '22•• •••• •••• 4821', '2205 00•• •••• 0000', '272', '2721', '560000••••0000', '0x52…9EE7', ''])(
  'of %s nothing is said that is not known',
  (masked) => {
    expect(cardNetworkOf(masked)).toBeUndefined()
  },
)
