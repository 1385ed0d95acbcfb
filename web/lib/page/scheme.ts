import type { Theme } from '#web/lib/session/stored-session.ts'

/** The two colour schemes. */
export type Scheme = 'light' | 'dark'

/** The media query for a dark device. */
export const DARK = '(prefers-color-scheme: dark)'

/** The colour scheme of a theme; `system` follows the host's scheme if `given`, else the device's. */
export function schemeOf(theme: Theme, given?: Scheme): Scheme {
  if (theme !== 'system') return theme
  return given ?? (window.matchMedia(DARK).matches ? 'dark' : 'light')
}
