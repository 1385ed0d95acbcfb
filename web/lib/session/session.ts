import { createStore } from 'zustand/vanilla'
import type { Language } from '#texts/languages'
import { forgetDrafts } from './sign-in-draft.ts'
import { onStoredElsewhere, readStored, writeStored } from './storage.ts'
import { LANGUAGE, storedLanguage, storedTheme, storedToken, THEME, type Theme, TOKEN } from './stored-session.ts'

export { THEMES, type Theme } from './stored-session.ts'

/** Why nobody is signed in any more: the server ended the session, or the person did. */
export type SessionEnd = 'expired' | 'ended'

/**
 * What this device knows of the person. Server data are not here but in the query cache. Stored on the
 * device: the token and whether its PIN step is still to come, the environment settings, the terms flag and how far the notices are read.
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
  /** Of who is signed in, like what follows. */
  readonly isTermsAccepted: boolean
  /** The time of the newest notice at the last opening of their list, by the server's clock. */
  readonly noticesSeenUntil: string | undefined
  /** The code of the currency totals were last asked for in; unchecked: `useDisplayCurrency` tells what counts. */
  readonly displayCurrency: string | undefined
}

const HIDDEN = 'amounts_hidden'
const TERMS = 'terms_accepted'
const NOTICES_SEEN = 'notifications_seen'
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
  noticesSeenUntil: readStored(NOTICES_SEEN),
  displayCurrency: readStored(DISPLAY_CURRENCY),
}))

/** What belongs to a person and not to the device, before anybody has accepted or read anything. */
const NEW_PERSON = { isTermsAccepted: false, noticesSeenUntil: undefined } as const

/**
 * Keeps the token of a sign-in; what somebody before accepted or read does not hold for who signs in now. `isPinPending`: the PIN step
 * of registration is still to come.
 */
export function signIn(authToken: string, { isPinPending = false }: { isPinPending?: boolean } = {}): void {
  forgetPerson()
  // Before the token, by which other tabs hear of it.
  writeStored(PIN_PENDING, isPinPending ? 'yes' : undefined)
  writeStored(TOKEN, authToken)
  sessionStore.setState({ ...NEW_PERSON, authToken, isPinPending, end: undefined })
}

/** The PIN is set: registration is over. */
export function finishRegistration(): void {
  writeStored(PIN_PENDING, undefined)
  sessionStore.setState({ isPinPending: false })
}

/**
 * Forgets who was signed in: token, phone, what they accepted and read and, through those who listen, the query cache. Settings of the
 * device stay.
 */
export function signOut(end: SessionEnd): void {
  forgetPerson()
  writeStored(TOKEN, undefined)
  writeStored(PIN_PENDING, undefined)
  sessionStore.setState({ ...NEW_PERSON, authToken: undefined, phone: undefined, isPinPending: false, end })
}

function forgetPerson(): void {
  for (const key of [TERMS, NOTICES_SEEN]) writeStored(key, undefined)
  forgetDrafts()
}

/** The notice about the ended session has been read. */
export function forgetSessionEnd(): void {
  sessionStore.setState({ end: undefined })
}

/** Remembers the number a code was sent to, so that login begins with the number of registration. */
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

/** Remembers that who is signed in has accepted the top-up terms. */
export function setTermsAccepted(isTermsAccepted: boolean): void {
  writeStored(TERMS, isTermsAccepted ? 'yes' : undefined)
  sessionStore.setState({ isTermsAccepted })
}

/** Remembers up to which time, by the server's clock, who is signed in has seen the notices. */
export function setNoticesSeen(until: string): void {
  writeStored(NOTICES_SEEN, until)
  sessionStore.setState({ noticesSeenUntil: until })
}

/** Chooses the currency that totals are told in. */
export function setDisplayCurrency(code: string): void {
  writeStored(DISPLAY_CURRENCY, code)
  sessionStore.setState({ displayCurrency: code })
}

/** Signing in or out in one tab does the same in the others, and so does setting the PIN. Returns how to stop listening. */
export function followOtherTabs(): () => void {
  const stops = [
    onStoredElsewhere(TOKEN, (authToken) => {
      if (authToken === undefined) return signOut('ended')
      forgetDrafts()
      sessionStore.setState({ ...NEW_PERSON, authToken, isPinPending: isPinStoredAsPending(), end: undefined })
    }),
    onStoredElsewhere(PIN_PENDING, (value) => {
      // Of another sign-in the token will tell.
      const { authToken } = sessionStore.getState()
      if (authToken !== undefined && readStored(TOKEN) === authToken) sessionStore.setState({ isPinPending: value === 'yes' })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Calls back when another tab has set the PIN. Returns how to stop. */
export function onPinSetElsewhere(done: () => void): () => void {
  return onStoredElsewhere(PIN_PENDING, (value) => {
    if (value === undefined) done()
  })
}

function isPinStoredAsPending(): boolean {
  return readStored(PIN_PENDING) === 'yes'
}
