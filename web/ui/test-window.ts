import { configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'

// A machine may be slow: only what hangs is given up, a little before the test itself is, so that the failure says what was awaited.
configure({ asyncUtilTimeout: 50_000 })

// Files that draw share one window, which takes long to make, and the libraries. Each begins with modules of its own, nothing stored and
// an empty document.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
window.history.replaceState(null, '', '/')

// A text that React keeps apart from its element is lost to it once a browser has translated the page (web/lib/jsx).
afterEach(() => {
  const bare: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber'))) bare.push(text.textContent ?? '')
  }
  expect(bare, 'bare texts').toEqual([])
})
