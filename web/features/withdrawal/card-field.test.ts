// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { frameAddress, readMessage } from './card-field.ts'

const origin = 'https://cards.example'
const frame = window
const CARD = { type: 'card-field', event: 'card', token: 'tok_1', masked: '220012******4821' }

test('a message of the field is read without unknown properties, and a message of another shape is not read', () => {
  const read = (data: unknown) => readMessage({ origin, source: frame, data }, { origin, frame })
  expect(read({ ...CARD, more: 'x' })).toEqual({ event: 'card', card: { token: 'tok_1', masked: '220012******4821' } })
  expect(read({ type: 'card-field', event: 'ready' })).toEqual({ event: 'ready' })
  expect(read({ type: 'card-field', event: 'height', height: 98 })).toEqual({ event: 'height', height: 98 })
  for (const data of [
    { ...CARD, type: 'other' },
    { ...CARD, event: 'other' },
    { ...CARD, token: '' },
    { ...CARD, masked: '2200123456024821' },
    { type: 'card-field', event: 'height', height: 100_000 },
    'ready',
    null,
  ]) {
    expect(read(data)).toBeUndefined()
  }
})

test('a message from another origin, another window or no window is not read', () => {
  expect(readMessage({ origin: 'https://cards.example.evil', source: frame, data: CARD }, { origin, frame })).toBeUndefined()
  expect(readMessage({ origin: 'null', source: frame, data: CARD }, { origin, frame })).toBeUndefined()
  expect(readMessage({ origin, source: new MessageChannel().port1, data: CARD }, { origin, frame })).toBeUndefined()
  expect(readMessage({ origin, source: null, data: CARD }, { origin, frame: null })).toBeUndefined()
  expect(readMessage({ origin, source: null, data: CARD }, { origin, frame: undefined })).toBeUndefined()
})

test('the address of the field has the language and the look of the page', () => {
  const styles = new Map([
    ['color-scheme', 'dark'],
    ['--surface', ' #191828'],
  ])
  const address = frameAddress(`${origin}/card-fields/7`, 'en', { getPropertyValue: (name) => styles.get(name) ?? '' })
  expect(address).toBe(`${origin}/card-fields/7?lang=en&scheme=dark&surface=%23191828`)
})
