// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasPendingWork, useWorkGuard } from './leave-guard.ts'

function Form({ entered, isOver }: { readonly entered: unknown; readonly isOver?: boolean }) {
  useWorkGuard(entered, isOver)
  return null
}

test('a form is asked about once anything in it is other than it began, and no more once that is taken back or sent', () => {
  const { rerender, unmount } = render(<Form entered={{ amount: '500', to: { phone: '' } }} />)
  expect(hasPendingWork()).toBe(false)
  rerender(<Form entered={{ amount: '500', to: { phone: '7' } }} />)
  expect(hasPendingWork()).toBe(true)
  rerender(<Form entered={{ amount: '500', to: {}, message: '' }} />)
  expect(hasPendingWork()).toBe(false)
  rerender(<Form entered={{ amount: '', to: {} }} />)
  expect(hasPendingWork()).toBe(true)
  rerender(<Form entered={{ amount: '', to: {} }} isOver />)
  expect(hasPendingWork()).toBe(false)
  rerender(<Form entered={{ amount: '1', to: {} }} />)
  unmount()
  expect(hasPendingWork()).toBe(false)
})
