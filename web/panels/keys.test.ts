import { expect, test } from 'vitest'
import { createKeyReader, type Wish } from './keys.ts'

/** What the last of these keys asks for, pressed 100 ms after one another. */
function asked(...keys: readonly (readonly [key: string, code: string, shiftKey?: boolean, after?: number])[]): Wish | undefined {
  const read = createKeyReader()
  let [timeStamp, wish]: [number, Wish | undefined] = [0, undefined]
  for (const [key, code, shiftKey = false, after = 100] of keys) {
    timeStamp += after
    wish = read({ key, code, shiftKey, timeStamp })
  }
  return wish
}

test.each([
  ['h', 'KeyH', '/'],
  ['w', 'KeyW', '/wallet'],
  ['t', 'KeyT', '/history'],
  ['s', 'KeyS', '/settings'],
] as const)('g and %s go to their place, in Russian letters too', (key, code, to) => {
  expect(asked(['g', 'KeyG'], [key, code])).toEqual({ to })
  expect(asked(['п', 'KeyG'], ['ж', code])).toEqual({ to })
})

test('a slash asks for the search, a question mark for the list of keys, wherever the layout has them', () => {
  expect(asked(['/', 'Slash'])).toBe('search')
  expect(asked(['.', 'Slash'])).toBe('search')
  expect(asked(['/', 'Backslash', true])).toBe('search')
  expect(asked(['?', 'Slash', true])).toBe('help')
  expect(asked([',', 'Slash', true])).toBe('help')
  expect(asked(['?', 'Digit7', true])).toBe('help')
})

test('a letter alone, late, or after another one goes nowhere', () => {
  expect(asked(['h', 'KeyH'])).toBeUndefined()
  expect(asked(['g', 'KeyG'])).toBeUndefined()
  expect(asked(['g', 'KeyG'], ['h', 'KeyH', false, 1600])).toBeUndefined()
  expect(asked(['g', 'KeyG'], ['x', 'KeyX'], ['h', 'KeyH'])).toBeUndefined()
})
