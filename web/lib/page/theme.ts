import { sessionStore } from '#web/lib/session/session.ts'
import { DARK, type Scheme, schemeOf } from './scheme.ts'

export type { Scheme } from './scheme.ts'

const listeners = new Set<() => void>()
let givenScheme: Scheme | undefined

/** Puts the chosen theme on `<html data-theme>` and keeps it right while the choice or the device changes. Returns how to stop. */
export function followTheme(): () => void {
  const dark = window.matchMedia(DARK)
  showTheme()
  dark.addEventListener('change', showTheme)
  const stop = sessionStore.subscribe((session, before) => {
    if (session.theme !== before.theme) showTheme()
  })
  return () => {
    stop()
    dark.removeEventListener('change', showTheme)
  }
}

/** The messenger's scheme: what "as the system" means inside of it. A choice of the person stands above it. */
export function takeScheme(scheme: Scheme): void {
  givenScheme = scheme
  showTheme()
}

/** Calls back whenever a theme has been shown. Returns how to stop. */
export function onThemeShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A colour token of the theme that is shown, as `#rrggbb`; nothing when it is written otherwise or the styles are not there. */
export function shownColour(token: '--bg' | '--surface'): `#${string}` | undefined {
  const value = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  // The build writes `#fff` where the theme has `#ffffff`.
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

function showTheme(): void {
  document.documentElement.dataset.theme = schemeOf(sessionStore.getState().theme, givenScheme)
  const background = shownColour('--bg')
  if (background) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
  for (const listener of listeners) listener()
}
