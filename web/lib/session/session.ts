import { createStore } from 'zustand/vanilla'
import type { Language } from '#texts/languages'
import { onStoredElsewhere, readStored, writeStored } from './storage.ts'
import { LANGUAGE, storedLanguage, storedTheme, storedToken, THEME, type Theme, TOKEN } from './stored-session.ts'

export { THEMES, type Theme } from './stored-session.ts'

/** Why nobody is signed in any more: the server ended the session, or the person did. */
export type SessionEnd = 'expired' | 'ended'

/**
 * What this device knows of the person (spec point 3, session state). Server data are not here but in the query cache. Stored on the
 * device: the token, the environment settings and the terms flag, nothing else (spec point 3); `isPinPending` lives with the tab.
 */
export interface Session {
  readonly authToken: string | undefined
  /** The number the code step is about: country code and digits. */
  readonly phone: string | undefined
  /** Registration got its token but has no PIN yet: a reload goes on with step 3. */
  readonly isPinPending: boolean
  readonly end: SessionEnd | undefined
  readonly language: Language
  readonly theme: Theme
  readonly isAmountsHidden: boolean
  readonly isTermsAccepted: boolean
  /** The code of the currency totals were last asked for in; unchecked: `useDisplayCurrency` tells what counts. */
  readonly displayCurrency: string | undefined
}

const HIDDEN = 'amounts_hidden'
const TERMS = 'terms_accepted'
const DISPLAY_CURRENCY = 'display_currency'
const PIN_PENDING = 'pin_pending'

/** The session; components read it by `useSession` (use-session.ts). */
export const sessionStore = createStore<Session>()(() => ({
  authToken: storedToken(),
  phone: undefined,
  isPinPending: readStored(PIN_PENDING, 'tab') === 'yes',
  end: undefined,
  language: storedLanguage(),
  theme: storedTheme(),
  isAmountsHidden: readStored(HIDDEN) === 'yes',
  isTermsAccepted: readStored(TERMS) === 'yes',
  displayCurrency: readStored(DISPLAY_CURRENCY),
}))

/** Keeps the token of a sign-in. `isPinPending`: the PIN step of registration is still to come. */
export function signIn(authToken: string, { isPinPending = false }: { isPinPending?: boolean } = {}): void {
  writeStored(TOKEN, authToken)
  writeStored(PIN_PENDING, isPinPending ? 'yes' : undefined, 'tab')
  sessionStore.setState({ authToken, isPinPending, end: undefined })
}

/** The PIN is set: registration is over. */
export function finishRegistration(): void {
  writeStored(PIN_PENDING, undefined, 'tab')
  sessionStore.setState({ isPinPending: false })
}

/** Forgets who was signed in: token, phone and, through those who listen, the query cache. Device settings and the terms flag stay. */
export function signOut(end: SessionEnd): void {
  writeStored(TOKEN, undefined)
  writeStored(PIN_PENDING, undefined, 'tab')
  sessionStore.setState({ authToken: undefined, phone: undefined, isPinPending: false, end })
}

/** The notice about the ended session has been read. */
export function forgetSessionEnd(): void {
  sessionStore.setState({ end: undefined })
}

/** Remembers the number a code was sent to, so that login begins with the number of registration (ux.md 3.2). */
export function setPhone(phone: string | undefined): void {
  sessionStore.setState({ phone })
}

/** Chooses the language of the page; the texts follow by themselves. */
export function setLanguage(language: Language): void {
  writeStored(LANGUAGE, language)
  sessionStore.setState({ language })
}

/** Chooses the theme of the page. */
export function setTheme(theme: Theme): void {
  writeStored(THEME, theme)
  sessionStore.setState({ theme })
}

/** Hides or shows amounts on this device. */
export function setAmountsHidden(isAmountsHidden: boolean): void {
  writeStored(HIDDEN, isAmountsHidden ? 'yes' : undefined)
  sessionStore.setState({ isAmountsHidden })
}

/** Remembers that the top-up terms are accepted on this device (spec point 2, top-up screen). */
export function setTermsAccepted(isTermsAccepted: boolean): void {
  writeStored(TERMS, isTermsAccepted ? 'yes' : undefined)
  sessionStore.setState({ isTermsAccepted })
}

/** Chooses the currency that totals are told in. */
export function setDisplayCurrency(code: string): void {
  writeStored(DISPLAY_CURRENCY, code)
  sessionStore.setState({ displayCurrency: code })
}

/** Signing in or out in one tab does the same in the others. Returns how to stop listening. */
export function followOtherTabs(): () => void {
  return onStoredElsewhere(TOKEN, (authToken) => {
    if (authToken === undefined) signOut('ended')
    else sessionStore.setState({ authToken, isPinPending: false, end: undefined })
  })
}
