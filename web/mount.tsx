import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './App.tsx'
import { brandId, loadBrand } from './lib/brand/brand.ts'
import { followLiveLater } from './lib/live/start-live.ts'
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

/** The first render waits for the first responses no longer than this; then it shows loading states. */
const WAIT_MAX_MS = 150

/**
 * Starts the page in this order: the messenger's SDK if there is one, the version check, the mount. Theme, brand and texts are loaded
 * before; `firstResponses` are awaited for a moment, so that the first screen renders once, complete. Never rejects: a failed start is
 * shown on the page.
 */
export async function mount(firstResponses: Promise<void>): Promise<void> {
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
    followVersion()
    await Promise.race([firstResponses, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))])
    const root = openRoot()
    // Concurrent rendering, so that the page responds to input meanwhile.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App messengerPart={messengerPart} />
        </StrictMode>,
      ),
    )
    followLiveLater()
  } catch (failure) {
    await showFailure(failure)
  }
}

/** The page could not start: a part of it failed to load. Shows an error with the bundled texts. */
async function showFailure(failure: unknown): Promise<void> {
  const id = report('start', failure)
  if (isReloading()) return
  await showStartTexts(sessionStore.getState().language)
  openRoot().render(<CrashPage id={id} />)
}

/** The root in the element that the specification names. */
function openRoot(): Root {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no element with the id app')
  // Error boundaries report what they catch.
  return createRoot(place, { onCaughtError: () => undefined })
}
