import { sessionStore } from '#web/lib/session/session.ts'
import { DARK, type Scheme, schemeOf } from './scheme.ts'

export type { Scheme } from './scheme.ts'

const listeners = new Set<() => void>()
let givenScheme: Scheme | undefined

/** Keeps `<html data-theme>` in sync with the chosen theme and the device. Returns an unsubscribe function. */
export function followTheme(): () => void {
  const dark = window.matchMedia(DARK)
  applyTheme()
  dark.addEventListener('change', applyTheme)
  const stop = sessionStore.subscribe((session, before) => {
    if (session.theme !== before.theme) applyTheme()
  })
  return () => {
    stop()
    dark.removeEventListener('change', applyTheme)
  }
}

/** Sets the messenger's colour scheme: what `system` means inside it. A theme chosen by the user takes precedence. */
export function setHostScheme(scheme: Scheme): void {
  givenScheme = scheme
  applyTheme()
}

/** Calls back whenever a theme has been applied. Returns an unsubscribe function. */
export function onThemeApplied(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The value of a colour token in the current theme, as `#rrggbb`; nothing when it is in another notation or the styles are missing. */
export function currentColour(token: '--bg' | '--surface'): `#${string}` | undefined {
  const value = getComputedStyle(document.documentElement).getPropertyValue(token).trim()
  // The build writes `#fff` where the theme has `#ffffff`.
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1]
  if (digits === undefined) return undefined
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

function applyTheme(): void {
  document.documentElement.dataset.theme = schemeOf(sessionStore.getState().theme, givenScheme)
  const background = currentColour('--bg')
  if (background) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
  for (const listener of listeners) listener()
}
