import { createStore } from 'zustand/vanilla'
import type { Language } from '#texts/languages'
import { STEPS_KEY, WAITING_KEY } from './home-keys.ts'
import { clearDrafts } from './sign-in-draft.ts'
import { onStoredInOtherTab, readStored, writeStored } from './storage.ts'
import { LANGUAGE, storedLanguage, storedTheme, storedToken, THEME, type Theme, TOKEN } from './stored-session.ts'

export { THEMES, type Theme } from './stored-session.ts'

/** Why the session ended: nobody used it for long, the server refused it for another reason, or the user ended it. */
export type SessionEnd = 'idle' | 'refused' | 'ended'

/**
 * The client's own state; server data are in the query cache. Stored on the device: the token and whether its PIN step is still to come,
 * the environment settings and the terms flag.
 */
export interface Session {
  readonly authToken: string | undefined
  /** The number of the code step: country code and digits. */
  readonly phone: string | undefined
  /** Registration has a token but no PIN yet: a reload continues with step 3. */
  readonly isPinPending: boolean
  readonly end: SessionEnd | undefined
  readonly language: Language
  readonly theme: Theme
  readonly isAmountsHidden: boolean
  /** The user's, like the fields below. */
  readonly isTermsAccepted: boolean
  /** The code of the currency last chosen for totals; unchecked: use `useDisplayCurrency`. */
  readonly displayCurrency: string | undefined
  /** The accounts of the last exchange form, by their ids, for the next one; for as long as the page lives. */
  readonly exchangeAccounts: { readonly from: string; readonly to: string } | undefined
}

const HIDDEN = 'amounts_hidden'
const TERMS = 'terms_accepted'
const DISPLAY_CURRENCY = 'display_currency'
const PIN_PENDING = 'pin_pending'

/** The session; components read it by `useSession` (use-session.ts). */
export const sessionStore = createStore<Session>()(() => ({
  authToken: storedToken(),
  phone: undefined,
  isPinPending: isPinStoredAsPending(),
  end: undefined,
  language: storedLanguage(),
  theme: storedTheme(),
  isAmountsHidden: readStored(HIDDEN) === 'yes',
  isTermsAccepted: readStored(TERMS) === 'yes',
  displayCurrency: readStored(DISPLAY_CURRENCY),
  exchangeAccounts: undefined,
}))

/** The user's part of the state for a new user. */
const NEW_USER = { isTermsAccepted: false, exchangeAccounts: undefined } as const

/**
 * Stores the token of a sign-in; what an earlier user accepted is cleared. `isPinPending`: the PIN step of registration is still
 * to come.
 */
export function signIn(authToken: string, { isPinPending = false }: { isPinPending?: boolean } = {}): void {
  clearUser()
  // Before the token: its storage event makes other tabs read this.
  writeStored(PIN_PENDING, isPinPending ? 'yes' : undefined)
  writeStored(TOKEN, authToken)
  sessionStore.setState({ ...NEW_USER, authToken, isPinPending, end: undefined })
}

/** The PIN is set: registration is over, and Home keeps a place for the first steps. */
export function finishRegistration(): void {
  writeStored(PIN_PENDING, undefined)
  writeStored(STEPS_KEY, 'open')
  sessionStore.setState({ isPinPending: false })
}

/**
 * Clears the user's state: token, phone, what they accepted and, through subscribers, the query cache. Settings of the device
 * stay.
 */
export function signOut(end: SessionEnd): void {
  clearUser()
  writeStored(TOKEN, undefined)
  writeStored(PIN_PENDING, undefined)
  sessionStore.setState({ ...NEW_USER, authToken: undefined, phone: undefined, isPinPending: false, end })
}

function clearUser(): void {
  for (const key of [TERMS, STEPS_KEY, WAITING_KEY]) writeStored(key, undefined)
  clearDrafts()
}

/** Dismisses the notice about the ended session. */
export function clearSessionEnd(): void {
  sessionStore.setState({ end: undefined })
}

/** Stores the number a code was sent to, so that login starts with the number of registration. */
export function setPhone(phone: string | undefined): void {
  sessionStore.setState({ phone })
}

/** Sets the language of the page; the texts follow. */
export function setLanguage(language: Language): void {
  writeStored(LANGUAGE, language)
  sessionStore.setState({ language })
}

/** Sets the theme of the page. */
export function setTheme(theme: Theme): void {
  writeStored(THEME, theme)
  sessionStore.setState({ theme })
}

/** Hides or shows amounts on this device. */
export function setAmountsHidden(isAmountsHidden: boolean): void {
  writeStored(HIDDEN, isAmountsHidden ? 'yes' : undefined)
  sessionStore.setState({ isAmountsHidden })
}

/** Stores whether the user has accepted the top-up terms. */
export function setTermsAccepted(isTermsAccepted: boolean): void {
  writeStored(TERMS, isTermsAccepted ? 'yes' : undefined)
  sessionStore.setState({ isTermsAccepted })
}

/** Sets the currency of totals. */
export function setDisplayCurrency(code: string): void {
  writeStored(DISPLAY_CURRENCY, code)
  sessionStore.setState({ displayCurrency: code })
}

/** Keeps the accounts of an exchange form. */
export function setExchangeAccounts(exchangeAccounts: Session['exchangeAccounts']): void {
  sessionStore.setState({ exchangeAccounts })
}

/** Syncs sign-in, sign-out and setting the PIN from other tabs. Returns an unsubscribe function. */
export function syncWithOtherTabs(): () => void {
  const stops = [
    onStoredInOtherTab(TOKEN, (authToken) => {
      if (authToken === undefined) return signOut('ended')
      clearDrafts()
      sessionStore.setState({ ...NEW_USER, authToken, isPinPending: isPinStoredAsPending(), end: undefined })
    }),
    onStoredInOtherTab(PIN_PENDING, (value) => {
      // Another sign-in comes with the token's own event.
      const { authToken } = sessionStore.getState()
      if (authToken !== undefined && readStored(TOKEN) === authToken) sessionStore.setState({ isPinPending: value === 'yes' })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls back when another tab has set the PIN. Returns an unsubscribe function. */
export function onPinSetInOtherTab(done: () => void): () => void {
  return onStoredInOtherTab(PIN_PENDING, (value) => {
    if (value === undefined) done()
  })
}

function isPinStoredAsPending(): boolean {
  return readStored(PIN_PENDING) === 'yes'
}
