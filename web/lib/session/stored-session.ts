import { knownLanguage, type Language } from '#texts/languages'
import { readStored } from './storage.ts'

/** Light, dark, or the device's setting. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The storage keys of the initial session. */
export const TOKEN = 'token'
export const LANGUAGE = 'language'
export const THEME = 'theme'

/** The token of the user signed in on this device. */
export function storedToken(): string | undefined {
  return readStored(TOKEN)
}

/** The language chosen on this device; that of the specification when none was. */
export function storedLanguage(): Language {
  return knownLanguage(readStored(LANGUAGE))
}

/** The theme chosen on this device. */
export function storedTheme(): Theme {
  return THEMES.find((theme) => theme === readStored(THEME)) ?? 'system'
}
