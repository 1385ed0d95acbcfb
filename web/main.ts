import { LANGUAGE_FACTS } from '#texts/languages'
import './ui/page/fonts.css'
import './ui/page/tokens.css'
import './ui/page/base.css'
import { PATHS } from './lib/address/paths.ts'
import { forgetStatesOnSessionChange } from './lib/address/states-owner.ts'
import { watchNetwork } from './lib/api/online.ts'
import { clearCacheOnSessionChange } from './lib/api/query-client.ts'
import { brandId, landingPicture, loadBrandParts } from './lib/brand/brand-parts.ts'
import { nextTask } from './lib/page/next-task.ts'
import { registerServiceWorker } from './lib/page/register-service-worker.ts'
import { reloadOnPreloadError, reloadOnUserChange } from './lib/page/reload.ts'
import { report, reportUnhandled } from './lib/page/report.ts'
import { schemeOf } from './lib/page/scheme.ts'
import { sessionStore } from './lib/session/session.ts'
import { loadCatalogue } from './lib/texts/catalogues.ts'
import { prefetchFirstScreen } from './screens/first-queries.ts'
import currencySigns from './ui/page/fonts/manrope-currency.woff2?url'
import { preloadFonts } from './ui/page/preload-fonts.ts'

// Runs before React has loaded: the theme, the error listeners, and everything that the first screen will need, so that all of it loads in
// parallel. What fails here is loaded again, and reported, where it is needed.
reportUnhandled()
reloadOnPreloadError()
clearCacheOnSessionChange()
watchNetwork()
forgetStatesOnSessionChange()
reloadOnUserChange()

const { theme, language, authToken } = sessionStore.getState()
document.documentElement.dataset.theme = schemeOf(theme)
document.documentElement.dataset.ready = ''
registerServiceWorker()
void start()

/** One step per task, so that none blocks input or the first paint. */
async function start(): Promise<void> {
  const firstResponses = prefetchFirstScreen()
  await nextTask()
  import('./mount.tsx').then(({ mount }) => mount(firstResponses)).catch((failure: unknown) => report('start', failure))
  await nextTask()
  void loadCatalogue(language, brandId()).catch(() => undefined)
  await nextTask()
  void loadBrandParts(brandId()).catch(() => undefined)
  await nextTask()
  if (authToken === undefined) {
    void import('./screens/AuthLayout.tsx').catch(() => undefined)
    const picture = landingPicture()
    if (picture && window.location.pathname === PATHS.AuthIn) preloadAsset('image', picture)
  } else {
    void import('./screens/Registered.tsx').catch(() => undefined)
    preloadAsset('font', currencySigns)
  }
  await nextTask()
  const letters = `A${LANGUAGE_FACTS[language].name}`
  void preloadFonts(authToken === undefined ? 'signedOut' : 'signedIn', letters).catch(() => undefined)
}

function preloadAsset(as: 'font' | 'image', address: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = as
  if (as === 'font') link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}
