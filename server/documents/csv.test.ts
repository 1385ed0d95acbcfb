import { expect, test } from 'vitest'
import { money } from '#money/money'
import { csvLine } from './csv.ts'

test('a text is quoted when it has to be, and an amount never is', () => {
  expect(csvLine(['plain', 'a, "b"\nc', null, money('USD', -123_456n)])).toBe('plain,"a, ""b""\nc",,-1234.56\r\n')
})

test('a spreadsheet calculates no text as a formula [csv-1]', () => {
  for (const text of ['=1+1', '+7912', '-5', '@sum', '\t=1', '\r=1', '\n=1+1', ' =1+1', '\u00a0=1+1', '＝1+1', '＋1', '-5 | cmd'])
    expect(csvLine([text])).toMatch(/^"?'/)
})

test('nor does it calculate a part of a text that it splits into a cell, with any separator', () => {
  expect(csvLine(['a', 'x;=1+1'])).toBe('a,"x;\'=1+1"\r\n')
  expect(csvLine(['a\t=1+1;y', 'b, -5'])).toBe('"a\t\'=1+1;y","b,\' -5"\r\n')
  expect(csvLine(['Кофе; 2 шт.', 'a-b=c'])).toBe('"Кофе; 2 шт.",a-b=c\r\n')
})
