import { expect, test } from 'vitest'
import { TYPES } from './preload-fonts.ts'
import tokens from './tokens.css?raw'

test.each(Object.values(TYPES).flat())('the type «%s» that is made ready is one of the tokens', (role) => {
  expect(tokens).toMatch(new RegExp(`^ {2}--font-${role}: `, 'm'))
})
