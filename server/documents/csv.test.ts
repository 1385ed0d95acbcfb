import { expect, test } from 'vitest'
import { money } from '#money/money'
import { csvLine } from './csv.ts'

test('a text is quoted where it has to be, and an amount never is', () => {
  expect(csvLine(['plain', 'a, "b"\nc', null, money('USD', -123_456n)])).toBe('plain,"a, ""b""\nc",,-1234.56\r\n')
})

test('a spreadsheet calculates no text [csv-1]', () => {
  for (const text of ['=1+1', '+7912', '-5', '@sum', '\t=1', '\r=1']) expect(csvLine([text])).toMatch(/^"?'/)
})
