import { expect, test } from 'vitest'
import { nameRecipients } from './recipient-names.ts'

const card = (masked: string) => ({ kind: 'card' as const, masked })
const address = (masked: string) => ({ kind: 'address' as const, masked })

test('a card shows its last four digits; an address shows its beginning as well', () => {
  expect(nameRecipients([card('220012******4821'), address('0x5290…9ee7')])).toEqual(['••\u00a04821', '0x5290…9ee7'])
})

test('two cards with the same last digits show their beginnings; other cards stay short', () => {
  expect(nameRecipients([card('220012******4821'), card('427612******4821'), card('220012******0001')])).toEqual([
    '2200\u00a012••\u00a0••••\u00a04821',
    '4276\u00a012••\u00a0••••\u00a04821',
    '••\u00a00001',
  ])
  expect(nameRecipients([address('0x5290…4821'), card('220012******4821')])).toEqual(['0x5290…4821', '••\u00a04821'])
})

test('an empty list of recipients gives no names', () => {
  expect(nameRecipients([])).toEqual([])
})
