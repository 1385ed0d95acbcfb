import './early.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { brandId, loadBrand } from './lib/brand.ts'
import { clearCacheOnSignOut } from './lib/query-client.ts'
import { followOtherTabs, useSession } from './lib/session.ts'
import { readStored, writeStored } from './lib/storage.ts'
import { followLanguage, showLanguage } from './lib/texts.tsx'
import { followTheme } from './lib/theme.ts'
import { preloadScreens } from './routes.tsx'
import { followKeyboard } from './ui/keyboard-inset.ts'

const RELOADED = 'reloaded'

/** Gets brand and texts, then mounts into the element that the specification names. */
async function start(): Promise<void> {
  followTheme()
  reloadWhenPartsAreGone()
  await Promise.all([
    loadBrand(),
    showLanguage(useSession.getState().language, brandId()),
    preloadScreens(window.location.pathname),
  ])
  followLanguage(brandId())
  followOtherTabs()
  clearCacheOnSignOut()
  followKeyboard()
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no element with the id app')
  // In slices, so that the page answers to a touch while it is being built.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  writeStored(RELOADED, undefined, 'tab')
}

/** A deployment takes away the chunks of the page before it: one reload gets the new page. Only one, lest an outage become a loop. */
function reloadWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine || readStored(RELOADED, 'tab') !== undefined) return
    writeStored(RELOADED, 'yes', 'tab')
    window.location.reload()
  })
}

void start()
