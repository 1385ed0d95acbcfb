import { vi } from 'vitest'

// Files that draw share one window, which takes long to make, and the libraries. Each begins with modules of its own, nothing stored and
// an empty document.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
document.head.replaceChildren()
document.body.replaceChildren()
window.history.replaceState(null, '', '/')
