import { configure } from '@testing-library/react'
import { vi } from 'vitest'

// What is awaited has long to come: a second, as is usual, is little where other tests run beside these.
configure({ asyncUtilTimeout: 10_000 })

// Files that draw share one window, which takes long to make, and the libraries. Each begins with modules of its own, nothing stored and
// an empty document.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
window.history.replaceState(null, '', '/')
