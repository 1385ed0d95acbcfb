import { configure } from '@testing-library/react'
import { vi } from 'vitest'

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
