// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import { clearCacheOnSessionChange, queryClient } from '#web/lib/api/query-client.ts'
import {
  finishRegistration,
  sessionStore,
  setAmountsHidden,
  setDisplayCurrency,
  setLanguage,
  setPhone,
  setTermsAccepted,
  setTheme,
  signIn,
  signOut,
  syncWithOtherTabs,
} from './session.ts'
import { readDraft, saveDraft } from './sign-in-draft.ts'

beforeEach(() => {
  signOut('ended')
  window.localStorage.clear()
  window.sessionStorage.clear()
})

describe('the session', () => {
  test('stores the token, the settings and the terms flag, and nothing else [session-1]', () => {
    signIn('secret')
    setPhone('79123456789')
    setLanguage('en')
    setTheme('dark')
    setAmountsHidden(true)
    setTermsAccepted(true)
    setDisplayCurrency('THB')
    expect({ ...window.localStorage }).toEqual({
      'wallet.token': 'secret',
      'wallet.language': 'en',
      'wallet.theme': 'dark',
      'wallet.amounts_hidden': 'yes',
      'wallet.terms_accepted': 'yes',
      'wallet.display_currency': 'THB',
    })
  })

  test('signing out forgets the token, the phone and the terms, and keeps the settings of the device [session-2]', () => {
    setTheme('dark')
    signIn('secret')
    setPhone('79123456789')
    setTermsAccepted(true)
    signOut('ended')
    expect(sessionStore.getState()).toMatchObject({
      authToken: undefined,
      phone: undefined,
      end: 'ended',
      isTermsAccepted: false,
      theme: 'dark',
    })
    expect({ ...window.localStorage }).toMatchObject({ 'wallet.theme': 'dark' })
    for (const key of ['token', 'terms_accepted']) {
      expect(window.localStorage.getItem(`wallet.${key}`)).toBeNull()
    }
  })

  test('what one person accepted does not hold for the next who signs in', () => {
    setTermsAccepted(true)
    signIn('another')
    expect(sessionStore.getState()).toMatchObject({ isTermsAccepted: false })
    expect({ ...window.localStorage }).not.toMatchObject({ 'wallet.terms_accepted': 'yes' })
  })

  test('of a registration without a PIN outlives a reload, until the PIN is set', () => {
    signIn('secret', { isPinPending: true })
    expect(window.localStorage.getItem('wallet.pin_pending')).toBe('yes')
    finishRegistration()
    expect(sessionStore.getState()).toMatchObject({ authToken: 'secret', isPinPending: false })
    expect(window.localStorage.getItem('wallet.pin_pending')).toBeNull()
  })
})

test('nobody is told of an end at their first visit', () => {
  sessionStore.setState(sessionStore.getInitialState())
  expect(sessionStore.getState().end).toBeUndefined()
})

test('the query cache loses all that is personal when the session ends [session-3]', () => {
  const stop = clearCacheOnSessionChange()
  signIn('secret')
  queryClient.setQueryData(['wallet'], { balance: '1.00' })
  queryClient.setQueryData(['config'], { brand: 'stater' })
  signOut('refused')
  expect(queryClient.getQueryData(['wallet'])).toBeUndefined()
  expect(queryClient.getQueryData(['config'])).toEqual({ brand: 'stater' })
  queryClient.clear()
  stop()
})

test('the query cache loses what was answered before there was a PIN', () => {
  const stop = clearCacheOnSessionChange()
  signIn('secret', { isPinPending: true })
  queryClient.setQueryData(['profile'], { has_pin: false })
  finishRegistration()
  expect(queryClient.getQueryData(['profile'])).toBeUndefined()
  queryClient.setQueryData(['profile'], { has_pin: true })
  setTheme('dark')
  expect(queryClient.getQueryData(['profile'])).toEqual({ has_pin: true })
  queryClient.clear()
  stop()
})

/** What another tab has written, and this one hears of. */
function writtenElsewhere(key: string, value: string | undefined): void {
  if (value === undefined) window.localStorage.removeItem(key)
  else window.localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value ?? null }))
}

test('a PIN that is set in another tab is asked for here no more, and what was answered before is forgotten', () => {
  const stops = [syncWithOtherTabs(), clearCacheOnSessionChange()]
  writtenElsewhere('wallet.pin_pending', 'yes')
  expect(sessionStore.getState()).toMatchObject({ authToken: undefined, isPinPending: false })
  writtenElsewhere('wallet.token', 'secret')
  expect(sessionStore.getState()).toMatchObject({ authToken: 'secret', isPinPending: true })
  queryClient.setQueryData(['profile'], { has_pin: false })
  writtenElsewhere('wallet.pin_pending', undefined)
  expect(sessionStore.getState()).toMatchObject({ authToken: 'secret', isPinPending: false })
  expect(queryClient.getQueryData(['profile'])).toBeUndefined()
  for (const stop of stops) stop()
})

test('a tab that hears late of a sign-out follows who has signed in since', () => {
  const stop = syncWithOtherTabs()
  signIn('secret')
  window.localStorage.setItem('wallet.token', 'next')
  window.dispatchEvent(new StorageEvent('storage', { key: 'wallet.token', newValue: null }))
  expect(sessionStore.getState().authToken).toBe('next')
  expect(window.localStorage.getItem('wallet.token')).toBe('next')
  stop()
})

test('another tab signs this one out and in', () => {
  const stop = syncWithOtherTabs()
  signIn('secret')
  writtenElsewhere('wallet.token', undefined)
  expect(sessionStore.getState().authToken).toBeUndefined()
  setTermsAccepted(true)
  saveDraft('register', { typed: { email: 'anna@mail.example' } })
  writtenElsewhere('wallet.token', 'other')
  expect(sessionStore.getState()).toMatchObject({ authToken: 'other', isTermsAccepted: false })
  expect(readDraft('register')).toBeUndefined()
  stop()
})
