import * as v from 'valibot'
import { expect, test } from 'vitest'
import { FIELDS } from './documentation-fields.ts'
import { LENGTHS } from './lengths.ts'
import { personText } from './person-text.ts'

test('what the document allows in a typed text is what the contract allows', () => {
  const documented = new RegExp(String(FIELDS.first_name?.also?.pattern))
  const contracted = personText(LENGTHS.first_name)
  const differ: string[] = []
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const letter = String.fromCharCode(unit)
    const text = `A${letter}A`
    if (documented.test(text) !== v.safeParse(contracted, text).success) differ.push(unit.toString(16))
  }
  expect(differ).toEqual([])
})
