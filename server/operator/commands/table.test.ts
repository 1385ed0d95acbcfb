import { expect, test } from 'vitest'
import { columns, shown } from './table.ts'

test('columns are as wide as their widest cell, counted in characters', () => {
  expect(
    columns([
      ['level', 'name'],
      ['basic', 'базовый'],
      ['f', ''],
    ]),
  ).toEqual(['level  name', 'basic  базовый', 'f'])
})

test('an empty value is shown as a dash, and a line break does not break the table', () => {
  expect([shown(null), shown(undefined), shown(''), shown('0'), shown('a\nb')]).toEqual(['–', '–', '–', '0', 'a⏎b'])
})
