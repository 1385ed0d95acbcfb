import { expect, test } from 'vitest'
import { readMarkdown } from './markdown.ts'

const blocksOf = (text: string) => readMarkdown(text).blocks
const plain = (text: string) => [{ at: 0, text }]

test('a document says its version at its head, and that is not shown with the text', () => {
  expect(readMarkdown('---\nversion: 2026-11-01\nsample: true\n---\n\n# Terms\n')).toEqual({
    facts: { version: '2026-11-01', sample: 'true' },
    blocks: [{ kind: 'heading', line: 1, spans: plain('Terms') }],
  })
  expect(readMarkdown('No head\n---\n').facts).toEqual({})
  expect(readMarkdown('---\r\nversion: 2\r\n---\r\nText').facts).toEqual({ version: '2' })
})

test('lines go on in a paragraph and in an item of a list until an empty one', () => {
  expect(blocksOf('One line\nand another\n\n- first\n  goes on\n- second\n\n1. one\n2) two\n')).toEqual([
    { kind: 'paragraph', line: 0, spans: plain('One line and another') },
    {
      kind: 'list',
      line: 3,
      isNumbered: false,
      items: [
        { line: 3, spans: plain('first goes on') },
        { line: 5, spans: plain('second') },
      ],
    },
    {
      kind: 'list',
      line: 7,
      isNumbered: true,
      items: [
        { line: 7, spans: plain('one') },
        { line: 8, spans: plain('two') },
      ],
    },
  ])
})

test('bold and links are read in any line, and a link only to the web, to mail, to a phone and to a page of the wallet', () => {
  expect(blocksOf('See **the [tariffs](/documents/tariffs)** or [us](https://a.example/x).')[0]).toMatchObject({
    spans: [
      { text: 'See ' },
      { text: 'the [tariffs](/documents/tariffs)', isBold: true },
      { text: ' or ' },
      { text: 'us', href: 'https://a.example/x' },
      { text: '.' },
    ],
  })
  expect(blocksOf('[+7 800](tel:+7800), [us](mailto:us@a.example)')[0]).toMatchObject({
    spans: [{ text: '+7 800', href: 'tel:+7800' }, { text: ', ' }, { text: 'us', href: 'mailto:us@a.example' }],
  })
  expect(blocksOf('[a](javascript:alert(1)) <b>b</b>')[0]).toMatchObject({
    spans: [{ text: '[a](javascript:alert(1)) <b>b</b>' }],
  })
})
