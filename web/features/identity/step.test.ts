import { expect, test } from 'vitest'
import { progressOf, stepOf } from './step.ts'

test.each([
  [true, undefined, 'upgrade'],
  [false, undefined, undefined],
  [true, 'pending', 'refresh'],
  [false, 'review', 'refresh'],
  [true, 'a word of tomorrow', 'refresh'],
  [true, 'aborted', 'retry'],
  [true, 'complete', undefined],
  [false, 'complete', undefined],
])('next level asked for: %s, active: %s, button: %s [step-1]', (asksForNext, status, step) => {
  expect(stepOf({ asksForNext, status })).toBe(step)
})

test.each([
  [undefined, 'none'],
  ['pending', 'pending'],
  ['processing', 'other'],
  ['review', 'other'],
  ['a word of tomorrow', 'other'],
  ['complete', 'complete'],
  ['aborted', 'aborted'],
])('active: %s, which is %s', (status, progress) => {
  expect(progressOf(status)).toBe(progress)
})
