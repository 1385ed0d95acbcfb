import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './App.tsx'
import { brandId, loadBrand } from './lib/brand/brand.ts'
import { swallowStrayClicks } from './lib/page/double-click.ts'
import { isReloading } from './lib/page/reload.ts'
import { report } from './lib/page/report.ts'
import { closeSheetsOnBack } from './lib/page/sheet-history.ts'
import { followTheme } from './lib/page/theme.ts'
import { followVersion } from './lib/page/version.ts'
import { sessionStore, syncWithOtherTabs } from './lib/session/session.ts'
import { followLanguage, showLanguage, showStartTexts } from './lib/texts/texts.tsx'
import { startMessenger } from './messenger/launch.ts'
import { preloadScreens } from './routes.tsx'
import { CrashPage } from './ui/page/CrashPage.tsx'
import { followKeyboard } from './ui/page/keyboard-inset.ts'

/** However slow the server is, the first screen is not kept waiting longer: it then shows that its answers are on their way. */
const WAIT_MAX_MS = 150

/**
 * Starts the page in this order: the messenger's kit if there is one, the version check, the mount. Theme, brand and texts
 * come before it; `firstAnswers` is waited for a moment, so that the first screen is drawn once, whole. Never rejects: a start that fails
 * says so on the page.
 */
export async function mount(firstAnswers: Promise<void>): Promise<void> {
  try {
    followTheme()
    closeSheetsOnBack()
    swallowStrayClicks()
    const [messengerPart] = await Promise.all([
      startMessenger(),
      loadBrand(),
      showLanguage(sessionStore.getState().language, brandId()),
      preloadScreens(window.location.pathname),
    ])
    followLanguage(brandId())
    syncWithOtherTabs()
    followKeyboard()
    followVersion()
    await Promise.race([firstAnswers, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))])
    const root = openRoot()
    // In slices, so that the page answers to a touch while it is being built.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App messengerPart={messengerPart} />
        </StrictMode>,
      ),
    )
  } catch (failure) {
    showFailure(failure)
  }
}

/** The page could not start: a part of it could not be fetched. It says so with what it carries itself. */
function showFailure(failure: unknown): void {
  const id = report('start', failure)
  if (isReloading()) return
  showStartTexts(sessionStore.getState().language)
  openRoot().render(<CrashPage id={id} />)
}

/** The root in the element that the specification names. */
function openRoot(): Root {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no element with the id app')
  // What a boundary catches it reports itself.
  return createRoot(place, { onCaughtError: () => undefined })
}
