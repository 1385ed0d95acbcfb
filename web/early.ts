import { brandId, landingPicture, loadBrandParts } from './lib/brand-parts.ts'
import { loadCatalogue } from './lib/catalogues.ts'
import { forgoStacks } from './lib/error-stacks.ts'
import { PATHS } from './lib/paths.ts'
import { schemeOf } from './lib/scheme.ts'
import { storedLanguage, storedTheme, storedToken } from './lib/stored-session.ts'
import currencySigns from './ui/page/fonts/manrope-currency.woff2?url'

// This runs while the libraries are still on their way: it sets the theme before anything is drawn, and begins to load what the first
// screen will ask for, so that all of it arrives together. Whatever fails here is asked for again, and told, by whom needs it.
forgoStacks()
document.documentElement.dataset.theme = schemeOf(storedTheme())
document.documentElement.dataset.ready = ''

const brand = brandId()
const isSignedIn = storedToken() !== undefined
const parts: Promise<unknown>[] = [loadBrandParts(brand), loadCatalogue(storedLanguage(), brand)]
if (isSignedIn) {
  parts.push(import('./screens/Registered.tsx'))
  preload('font', currencySigns)
} else {
  parts.push(import('./screens/AuthLayout.tsx'))
  const picture = landingPicture()
  if (picture && window.location.pathname === PATHS.AuthIn) preload('image', picture)
}
for (const part of parts) part.catch(() => undefined)

function preload(as: 'font' | 'image', address: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = as
  if (as === 'font') link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}
