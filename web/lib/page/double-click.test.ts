// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { swallowStrayClicks } from './double-click.ts'

let stop: () => void
let listening: AbortController
let pressed: string[]

beforeEach(() => {
  document.body.innerHTML =
    '<button id="send">Send<b id="icon">→</b></button><a id="history">History</a><p id="text">Text</p><dialog id="sheet"></dialog>'
  pressed = []
  listening = new AbortController()
  const note = ({ target }: Event) => {
    if (target instanceof Element) pressed.push(target.id)
  }
  document.body.addEventListener('click', note, { signal: listening.signal })
  stop = swallowStrayClicks()
})

afterEach(() => {
  stop()
  listening.abort()
  document.body.replaceChildren()
})

interface Touch {
  readonly at: number
  readonly x?: number
}

function tap(id: string, { at, x = 100 }: Touch): void {
  const element = document.querySelector(`#${id}`)
  const down = new PointerEvent('pointerdown', { pointerType: 'touch', isPrimary: true, clientX: x, clientY: 100, bubbles: true })
  Object.defineProperty(down, 'timeStamp', { value: at })
  element?.dispatchEvent(down)
  for (const type of ['mousedown', 'click']) element?.dispatchEvent(new MouseEvent(type, { detail: 1, bubbles: true }))
}

function click(id: string, detail: number): void {
  const element = document.querySelector(`#${id}`)
  element?.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'mouse', isPrimary: true, bubbles: true }))
  for (const type of ['mousedown', 'click']) element?.dispatchEvent(new MouseEvent(type, { detail, bubbles: true }))
}

test('the second click of a double click does not reach what came in the place of the first', () => {
  click('send', 1)
  click('history', 2)
  expect(pressed).toEqual(['send'])
  click('history', 1)
  expect(pressed).toEqual(['send', 'history'])
})

test('two clicks on one thing are two clicks, on whichever part of it', () => {
  click('send', 1)
  click('icon', 2)
  expect(pressed).toEqual(['send', 'icon'])
})

test('a press on nothing is followed by one that counts, one beside a sheet is not', () => {
  click('text', 1)
  click('send', 2)
  tap('text', { at: 1000 })
  tap('send', { at: 1080 })
  expect(pressed).toEqual(['text', 'send', 'text', 'send'])
  tap('sheet', { at: 3000 })
  tap('send', { at: 3080 })
  expect(pressed).toEqual(['text', 'send', 'text', 'send', 'sheet'])
})

test('a double tap is one by its time and place, whatever the browser counts', () => {
  tap('send', { at: 1000 })
  tap('history', { at: 1080 })
  expect(pressed).toEqual(['send'])
  tap('history', { at: 1600 })
  expect(pressed).toEqual(['send', 'history'])
  tap('send', { at: 1700, x: 130 })
  expect(pressed).toEqual(['send', 'history', 'send'])
})

test('a key is not a click of a series', () => {
  click('send', 1)
  click('history', 2)
  document.querySelector('#history')?.dispatchEvent(new MouseEvent('click', { detail: 0, bubbles: true }))
  expect(pressed).toEqual(['send', 'history'])
})
