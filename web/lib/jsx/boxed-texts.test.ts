import { createElement, Fragment, isValidElement } from 'react'
import { expect, test } from 'vitest'
import { withBoxedTexts } from './boxed-texts.ts'

const mark = createElement('b', { key: 'mark' })

function childrenOf(type: Parameters<typeof withBoxedTexts>[0], children: Parameters<typeof withBoxedTexts>[1]['children']) {
  const boxed = withBoxedTexts(type, { children }).children
  return [boxed]
    .flat()
    .map((child) => (isValidElement<{ children?: unknown }>(child) ? [child.type, child.props.children] : child))
}

test('texts among other children share an element of their own', () => {
  expect(childrenOf('p', ['Доступно ', 5, mark, ' всего'])).toEqual([
    ['span', 'Доступно 5'],
    null,
    ['b', undefined],
    ['span', ' всего'],
  ])
})

test('a text that is all of an element stays as it is, and so does what has no text', () => {
  expect(childrenOf('p', 'Доступно')).toEqual(['Доступно'])
  expect(childrenOf('p', [mark, null, false])).toEqual([['b', undefined], null, false])
})

test('an element that may hold nothing but text keeps its texts', () => {
  expect(childrenOf('option', ['USD', ' · ', 'Доллар'])).toEqual(['USD', ' · ', 'Доллар'])
})

test('the text of a fragment is in an element of its own, whatever stands around the fragment', () => {
  expect(childrenOf(Fragment, 'Доступно')).toEqual([['span', 'Доступно']])
})
