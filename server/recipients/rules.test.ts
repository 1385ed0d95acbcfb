import { expect, test } from 'vitest'
import { pageOf, parsePlace, type RecipientQuery, type SentTo, textOfPlace } from './rules.ts'

const AT = Date.UTC(2026, 10, 25)
const ID = '01a20533-39a9-7749-b768-05e0dc38ed6'

/** The n-th that was sent to: `0` the latest. */
const person = (n: number, known: Partial<SentTo> = {}): SentTo => ({
  id: `${ID}${n}`,
  kind: 'person',
  shown: `Person ${n}`,
  ownName: null,
  isFavourite: false,
  currencyCode: 'USD',
  lastUsedAt: new Date(AT - n * 1000),
  ...known,
})
const EVERYTHING: RecipientQuery = { kind: undefined, search: undefined, after: undefined, limit: 100 }
const ids = (all: readonly SentTo[], asked: Partial<RecipientQuery> = {}) =>
  pageOf(all, { ...EVERYTHING, ...asked }).recipients.map(({ id }) => Number(id.at(-1)))

test('favourites come first, each part of the list the latest first, whatever the input order', () => {
  const all = [person(3), person(1, { isFavourite: true }), person(0), person(2, { isFavourite: true })]
  expect(ids(all)).toEqual([1, 2, 0, 3])
})

test('two recipients of one instant each appear on one page, once', () => {
  const all = [0, 1, 2].map((n) => person(n, { lastUsedAt: new Date(AT) }))
  const first = pageOf(all, { ...EVERYTHING, limit: 2 })
  const second = pageOf(all, { ...EVERYTHING, limit: 2, after: first.next })
  expect([...first.recipients, ...second.recipients].map(({ id }) => Number(id.at(-1)))).toEqual([2, 1, 0])
  expect(second.next).toBeUndefined()
})

test('the cursor of a page is read as it was written, and nothing else is accepted', () => {
  const place = { isFavourite: true, lastUsedAt: new Date(AT), id: `${ID}4` }
  expect(parsePlace(textOfPlace(place))).toEqual(place)
  for (const text of ['', 'x', textOfPlace({ ...place, id: 'x' }), `${textOfPlace(place)}AAAA`])
    expect(parsePlace(text)).toBeUndefined()
})

test('a search needs all of its words, in the name or in the visible details; digits are found with any spacing', () => {
  const all = [
    person(0, { ownName: 'Ёжик в тумане', shown: 'Анна К.' }),
    person(1, { shown: '+7 912 345-67-89' }),
    person(2, { ownName: 'Mum', shown: 'Анна С.' }),
  ]
  expect(ids(all, { search: 'ежик' })).toEqual([0])
  expect(ids(all, { search: 'анна' })).toEqual([0, 2])
  expect(ids(all, { search: 'анна MUM' })).toEqual([2])
  expect(ids(all, { search: '9123456' })).toEqual([1])
  expect(ids(all, { search: '+79123456789' })).toEqual([1])
  expect(ids(all, { search: 'анна nobody' })).toEqual([])
  expect(ids(all, { search: '   ' })).toEqual([0, 1, 2])
})

test('cards with the same last digits are distinguished, even when one is on another page', () => {
  const card = (n: number, shown: string) => person(n, { kind: 'card', shown })
  const all = [card(0, '220012******4821'), card(1, '427612******4821'), card(2, '427612******0001')]
  const shown = (asked: Partial<RecipientQuery>) => pageOf(all, { ...EVERYTHING, ...asked }).recipients.map((each) => each.shown)
  expect(shown({ limit: 1 })).toEqual(['2200\u00a012••\u00a0••••\u00a04821'])
  expect(shown({ search: '0001' })).toEqual(['••\u00a00001'])
})
