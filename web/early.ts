import { PATHS } from './lib/address/paths.ts'
import { askEarly } from './lib/api/early-answers.ts'
import { brandId, landingPicture, loadBrandParts } from './lib/brand/brand-parts.ts'
import { forgoStacks } from './lib/page/error-stacks.ts'
import { schemeOf } from './lib/page/scheme.ts'
import { storedLanguage, storedTheme, storedToken } from './lib/session/stored-session.ts'
import { loadCatalogue } from './lib/texts/catalogues.ts'
import currencySigns from './ui/page/fonts/manrope-currency.woff2?url'
import { readyFonts } from './ui/page/ready-fonts.ts'

type Step = () => unknown

// This runs while the libraries are still on their way: it sets the theme before anything is drawn, and begins to load what the first
// screen will ask for, so that all of it arrives together. Whatever fails here is asked for again, and told, by whom needs it.
forgoStacks()
document.documentElement.dataset.theme = schemeOf(storedTheme())
document.documentElement.dataset.ready = ''

const brand = brandId()
const language = storedLanguage()
const letters = language === 'ru' ? 'Aя' : 'A'
const token = storedToken()

const ofFirstScreen: readonly Step[] =
  token === undefined
    ? [() => import('./screens/AuthLayout.tsx'), preloadPicture, () => readyFonts('signedOut', letters)]
    : [() => import('./screens/Registered.tsx'), () => preload('font', currencySigns), () => readyFonts('signedIn', letters)]
const steps: readonly Step[] = [
  () => Promise.all([loadCatalogue(language, brand), loadBrandParts(brand)]),
  ...ofFirstScreen,
  () => askEarly(token, language),
]
// One after the other, so that the brand's sign can be drawn in between.
for (const step of steps) setTimeout(() => Promise.resolve(step()).catch(() => undefined))

function preloadPicture(): void {
  const picture = landingPicture()
  if (picture && window.location.pathname === PATHS.AuthIn) preload('image', picture)
}

function preload(as: 'font' | 'image', address: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = as
  if (as === 'font') link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}
