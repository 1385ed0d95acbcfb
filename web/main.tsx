import './early.ts'
import './ui/page/fonts.css'
import './ui/page/tokens.css'
import './ui/page/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './App.tsx'
import { PATHS } from './lib/address/paths.ts'
import { clearCacheOnSignOut } from './lib/api/query-client.ts'
import { brandId, loadBrand } from './lib/brand/brand.ts'
import { keepStacks } from './lib/page/error-stacks.ts'
import { keepPageForOffline } from './lib/page/offline-start.ts'
import { isReloading, reloadWhenPartsAreGone } from './lib/page/reload.ts'
import { report, reportUnhandled } from './lib/page/report.ts'
import { followTheme } from './lib/page/theme.ts'
import { followVersion } from './lib/page/version.ts'
import { followOtherTabs, useSession } from './lib/session/session.ts'
import { followLanguage, showLanguage, showStartTexts } from './lib/texts/texts.tsx'
import { startMessenger } from './messenger/launch.ts'
import { preloadScreens } from './routes.tsx'
import { CrashPage } from './ui/page/CrashPage.tsx'
import { followKeyboard } from './ui/page/keyboard-inset.ts'

/** In the order of spec point 1: the messenger's kit if there is one, the version check, the mount. Theme, brand and texts before it. */
async function start(): Promise<void> {
  followTheme()
  const [messengerPart] = await Promise.all([
    startMessenger(),
    loadBrand(),
    showLanguage(useSession.getState().language, brandId()),
    preloadScreens(window.location.pathname),
  ])
  followLanguage(brandId())
  followOtherTabs()
  clearCacheOnSignOut()
  followKeyboard()
  followVersion()
  await firstAnswers()
  const root = openRoot()
  // In slices, so that the page answers to a touch while it is being built.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App messengerPart={messengerPart} />
      </StrictMode>,
    ),
  )
}

/** What Home shows is there when it is drawn, if it is quick; other screens, and a failure, show for themselves. */
async function firstAnswers(): Promise<void> {
  const { authToken, isPinPending } = useSession.getState()
  if (authToken === undefined || isPinPending || window.location.pathname !== PATHS.Home) return
  const first = await import('./screens/first-answers.ts').catch(() => undefined)
  await first?.waitForAnswers()
}

/** The page could not start: a part of it could not be fetched. It says so with what it carries itself (spec point 8). */
async function showFailure(failure: unknown): Promise<void> {
  const id = report('start', failure)
  if (isReloading()) return
  showStartTexts(useSession.getState().language)
  openRoot().render(<CrashPage id={id} />)
}

/** The root in the element that the specification names. */
function openRoot(): Root {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no element with the id app')
  // What a boundary catches it reports itself.
  return createRoot(place, { onCaughtError: () => undefined })
}

keepStacks()
reportUnhandled()
reloadWhenPartsAreGone()
keepPageForOffline()
start().catch(showFailure)
