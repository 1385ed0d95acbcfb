import { expect, test } from 'vitest'
import { nameRecipients } from './recipient-names.ts'

const names = (...masks: string[]): string[] => nameRecipients(masks.map((masked) => ({ masked })))

test('a recipient is named by its last four', () => {
  expect(names('220012******4821', '0x5290…9ee7')).toEqual(['••\u00a04821', '••\u00a09ee7'])
})

test('two that end alike are told apart by their beginnings, the others stay short', () => {
  expect(names('220012******4821', '427612******4821', '220012******0001')).toEqual([
    '2200\u00a012••\u00a0••••\u00a04821',
    '4276\u00a012••\u00a0••••\u00a04821',
    '••\u00a00001',
  ])
  expect(names('0x5290…4821', '220012******4821')[0]).toBe('0x5290…4821')
})

test('nobody is nothing', () => {
  expect(names()).toEqual([])
})
