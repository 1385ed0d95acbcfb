import { expect, test } from 'vitest'
import { operationNumber } from './operation-number.ts'

test('the number of an operation is its day and the end of its id', () => {
  expect(operationNumber('0197c5a4-39a9-7749-b768-05e0dc38ed66')).toBe('250701-DC38ED66')
})

test('the number of an id without a day is only the end of the id; a text that is not an id stays as it is', () => {
  expect(operationNumber('5435e100-ec50-4f97-ab5a-ff464f84f31f')).toBe('4F84F31F')
  expect(operationNumber('operation-1')).toBe('operation-1')
})
