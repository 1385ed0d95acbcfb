import type { Theme } from '#web/lib/session/stored-session.ts'

/** The two themes that can be shown. */
export type Scheme = 'light' | 'dark'

/** What the browser is asked for whether the device is dark. */
export const DARK = '(prefers-color-scheme: dark)'

/** What a chosen theme looks like; `system` is what the device says, or who stands above it for now. */
export function schemeOf(theme: Theme, given?: Scheme): Scheme {
  if (theme !== 'system') return theme
  return given ?? (window.matchMedia(DARK).matches ? 'dark' : 'light')
}
