import { applyTheme } from './lib/apply-theme.ts'
import { brandId, loadBrandParts } from './lib/brand-parts.ts'
import { loadCatalogue } from './lib/catalogues.ts'
import { storedLanguage, storedTheme, storedToken } from './lib/stored-session.ts'

// This runs while the libraries are still on their way: it sets the theme before anything is drawn, and begins to load what the first
// screen will ask for, so that all of it arrives together. Whatever fails here is asked for again, and told, by whom needs it.
applyTheme(storedTheme(), window.matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.ready = ''

const brand = brandId()
for (const part of [
  loadBrandParts(brand),
  loadCatalogue(storedLanguage(), brand),
  storedToken() === undefined ? import('./screens/AuthLayout.tsx') : import('./screens/Registered.tsx'),
]) {
  part.catch(() => undefined)
}
