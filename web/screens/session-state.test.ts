// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { newForm } from '#web/features/exchange/exchange-form.ts'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { setCurrentAccount, useCurrentAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { clearCacheOnSessionChange, queryClient } from '#web/lib/api/query-client.ts'
import { withTestServer } from '#web/lib/api/with-test-server.ts'
import { closePanel, openPanel, usePanels } from '#web/lib/page/panels.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { sessionStore, setLanguage, setPhone, signIn, signOut } from '#web/lib/session/session.ts'
import { serverTextsQuery } from '#web/lib/texts/server-texts.ts'

const answers = withTestServer({ status: 'ok', results: [{ iname: 'authin.title', text: 'Добро пожаловать' }] })

test('the session holds the token, the phone and the language; the query cache what the server owns; a form its two accounts [session-state-1]', async () => {
  onTestFinished(clearCacheOnSessionChange())
  signIn('secret')
  setPhone('79123456789')
  setLanguage('en')
  expect(sessionStore.getState()).toMatchObject({ authToken: 'secret', phone: '79123456789', language: 'en' })
  // authInfo, walletList, textData, userNotifications and exchange rates: each one question of the query cache.
  const owned = [profileQuery, accountsQuery, serverTextsQuery('en'), notificationsQuery, ratesQuery]
  expect(new Set(owned.map(({ queryKey }) => JSON.stringify(queryKey))).size).toBe(5)
  const texts = await queryClient.fetchQuery(serverTextsQuery('en'))
  expect(answers.state.received).toHaveLength(1)
  expect(queryClient.getQueryData(serverTextsQuery('en').queryKey)).toEqual(texts)
  expect(JSON.stringify(sessionStore.getState())).not.toContain('Добро пожаловать')

  setCurrentAccount('second')
  expect(useCurrentAccount.getState()).toEqual({ accountId: 'second' })
  expect(newForm([]).accountIds).toEqual({ from: '', to: '' })
  signOut('ended')
  expect(sessionStore.getState()).toMatchObject({ authToken: undefined, phone: undefined, language: 'en' })
  expect(queryClient.getQueryData(serverTextsQuery('en').queryKey)).toBeUndefined()
})

test('each of the three overlay panels has its open flag, and one is open at a time [session-state-2]', () => {
  const open = () => usePanels.getState().open
  expect(open()).toBeUndefined()
  openPanel('assets')
  expect(open()).toBe('assets')
  openPanel('account', { direction: 'out', onChoose: () => undefined })
  expect(open()).toBe('account')
  openPanel('exchange', { tab: 'from', chosen: {}, onChoose: () => undefined })
  expect(open()).toBe('exchange')
  closePanel()
  expect(open()).toBeUndefined()
})
