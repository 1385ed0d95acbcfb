import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { until } from '#tests/builders'
import { browserKeys, newEndpoint, PUSH } from '#tests/push-device'
import { Person } from './person.ts'

test.use({ serviceWorkers: 'allow' })

/** What a person has answered when a site asked to show notifications. */
async function decide(page: Page, origin: string, setting: 'granted' | 'denied'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { browserContextId = '' } = (await session.send('Target.getTargetInfo')).targetInfo
  await session.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, origin, browserContextId })
}

const worker = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')

/** The switch of the settings, opened. */
async function openSwitch(anna: Person) {
  await anna.button('notices.row').click()
  const sheet = anna.page.getByRole('dialog', { name: anna.t('notices.row') })
  return { sheet, box: sheet.getByRole('checkbox', { name: anna.t('notices.on') }) }
}

/** Has the page's browser have a push service, which headless Chromium has not: the sandbox's. */
async function havePushService(page: Page, endpoint: string, keys: ReturnType<typeof browserKeys>['keys']): Promise<void> {
  await page.addInitScript(`{
    const made = () => ({
      endpoint: ${JSON.stringify(endpoint)},
      options: {},
      toJSON: () => ({ endpoint: ${JSON.stringify(endpoint)}, keys: ${JSON.stringify(keys)} }),
      unsubscribe: async () => { localStorage.removeItem('test.subscribed'); return true },
    })
    PushManager.prototype.subscribe = async () => { localStorage.setItem('test.subscribed', 'yes'); return made() }
    PushManager.prototype.getSubscription = async () => localStorage.getItem('test.subscribed') ? made() : null
  }`)
}

test(
  'whoever wants to be told of news on a device is told why not, where it cannot be',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await decide(page, anna.url, 'granted')
    const user = await anna.arrive({ path: '/settings' })
    await worker(page)
    await test.step('a browser that reaches no push service: it stays off, and says so', async () => {
      const { sheet, box } = await openSwitch(anna)
      await expect(sheet.getByText(anna.t('notices.is_off'))).toBeVisible()
      await expect(box).not.toBeChecked()
      await box.click()
      await expect(sheet.getByRole('alert')).toHaveText(anna.t('notices.no_service'))
      await expect(box).not.toBeChecked()
      expect(await user.get(PUSH)).toMatchObject({ is_subscribed: false })
      await anna.expectAccessible()
      await anna.expectNoSidewaysScroll()
    })
    await test.step('a person who has forbidden it: how to allow it', async () => {
      await decide(page, anna.url, 'denied')
      await page.reload()
      const { sheet, box } = await openSwitch(anna)
      await expect(sheet.getByText(anna.t('notices.blocked'), { exact: true })).toBeVisible()
      await expect(sheet.getByText(anna.t('notices.blocked_how'))).toBeVisible()
      await expect(box).toHaveCount(0)
      await anna.expectAccessible()
    })
    await test.step('a browser without any of it', async () => {
      await page.addInitScript('delete window.PushManager')
      await page.reload()
      const { sheet } = await openSwitch(anna)
      await expect(sheet.getByText(anna.t('notices.unsupported'))).toBeVisible()
    })
  },
)

test(
  'without a network the switch cannot be pressed and says so, and what could not be asked is asked again',
  {
    tag: ['@once', '@full'],
  },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await decide(page, anna.url, 'granted')
    const answer = '**/v2/wallet/push'
    await page.route(answer, (route) => route.abort())
    await anna.arrive({ path: '/settings' })
    await worker(page)
    const { sheet, box } = await openSwitch(anna)

    await test.step('what could not be asked is no switch, and comes when it is asked again', async () => {
      await expect(sheet.getByText(anna.t('notices.error'))).toBeVisible()
      await expect(box).toHaveCount(0)
      await anna.expectAccessible()
      await page.unroute(answer)
      await sheet.getByRole('button', { name: anna.t('common.retry') }).click()
      await expect(box).toBeEnabled()
    })

    await test.step('what is known stays, and the reason is told', async () => {
      await context.setOffline(true)
      await expect(sheet.getByText(anna.t('offline.action'))).toBeVisible()
      await expect(box).toBeDisabled()
      await anna.expectAccessible()
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await anna.button('notices.row').click()
      await expect(box).toBeDisabled()
    })

    await test.step('with the network it can be pressed again', async () => {
      await context.setOffline(false)
      await expect(box).toBeEnabled()
      await expect(sheet.getByText(anna.t('notices.is_off'))).toBeVisible()
    })
  },
)

test('a device that is told of news', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const { open, keys } = browserKeys()
  await decide(page, anna.url, 'granted')
  const user = await anna.settle()
  const endpoint = await newEndpoint(anna, String((await user.get(PUSH)).public_key))
  await havePushService(page, endpoint, keys)
  const told = async (): Promise<{ body: string }[]> => {
    const { messages } = (await (await fetch(endpoint)).json()) as { messages: { body: string }[] }
    return messages.map(({ body }) => JSON.parse(open(body)))
  }
  await page.goto(`${anna.url}/settings`)
  await worker(page)

  await test.step('is on after a tap, and stays on', async () => {
    const { sheet, box } = await openSwitch(anna)
    await box.click()
    await expect(sheet.getByText(anna.t('notices.is_on'))).toBeVisible()
    await expect(box).toBeChecked()
    await page.reload()
    const again = await openSwitch(anna)
    await expect(again.box).toBeChecked()
    expect(await user.get(PUSH)).toMatchObject({ is_subscribed: true, shows_amounts: true })
  })

  await test.step('is told amounts until they are hidden', async () => {
    await user.topUp('123.00', anna.home)
    await until(async () => (await told()).length === 1)
    expect((await told())[0]?.body).toContain('123')
    const hearing = page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
    await page.goto(`${anna.url}/`)
    await hearing
    await anna.button('balance.hide').click()
    await expect.poll(async () => (await user.get(PUSH)).shows_amounts).toBe(false)
    await user.topUp('123.00', anna.home)
    await until(async () => (await told()).length === 2)
    expect((await told())[1]?.body).toBe(anna.t('push.topup_complete'))
  })

  await test.step('is told nothing once nobody is signed in there', async () => {
    await page.goto(`${anna.url}/settings`)
    const hearing = page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
    await hearing
    await user.post('/v2/wallet/auth/logout')
    await expect(page).toHaveURL(/\/auth/)
    await expect.poll(() => page.evaluate("localStorage.getItem('test.subscribed')")).toBe(null)
    expect(await page.evaluate("localStorage.getItem('wallet.push_told')")).toBe(null)
  })
})

/** Has the browser's push service bring a message to the page's service worker. */
async function deliver(session: CDPSession, origin: string, data: unknown): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })
  await session.send('ServiceWorker.disable')
}

const shown = (page: Page) =>
  page.evaluate(
    `navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title, body, tag, lang, data, silent }) => ({ title, body, tag, lang, path: data.path, silent })))`,
  ) as Promise<Record<string, unknown>[]>

test(
  'a message is shown, once for each thing, and leads to what it speaks of',
  { tag: '@once' },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await decide(page, anna.url, 'granted')
    await anna.arrive()
    await worker(page)
    const session = await context.newCDPSession(page)
    const news = {
      title: 'Stater',
      body: 'Счет пополнен',
      tag: 'a',
      path: '/history',
      lang: 'ru',
      icon: '/assets/icon-stater-192.png',
    }

    await test.step('the later one of a thing takes the place of the one before', async () => {
      await deliver(session, anna.url, news)
      await expect.poll(() => shown(page)).toHaveLength(1)
      const { icon: _, ...seen } = news
      expect(await shown(page)).toMatchObject([seen])
      await deliver(session, anna.url, { ...news, body: 'Счет снова пополнен' })
      await expect.poll(() => shown(page)).toMatchObject([{ body: 'Счет снова пополнен' }])
      await deliver(session, anna.url, { ...news, tag: 'b', path: 'https://evil.example/' })
      await expect.poll(() => shown(page)).toHaveLength(2)
    })

    /** Taps a notification, as far as a test can. */
    const tap = (tag: string): Promise<unknown> => {
      const [own] = context.serviceWorkers()
      return own?.evaluate(
        `(async () => {
        const [notification] = await self.registration.getNotifications({ tag: ${JSON.stringify(tag)} })
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      })()`,
      ) as Promise<unknown>
    }

    await test.step('tapped, it goes, and the open page shows what it speaks of without being loaded anew', async () => {
      await page.waitForFunction("document.visibilityState === 'visible'")
      const hearing = page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
      await page.reload()
      await hearing
      await page.evaluate('window.isSame = true')
      await tap('a')
      await expect(page).toHaveURL(`${anna.url}/history`)
      await expect(anna.heading('transactions.title')).toBeVisible()
      expect(await page.evaluate('window.isSame')).toBe(true)
      await expect.poll(() => shown(page)).toHaveLength(1)
    })

    await test.step('what leads elsewhere leads nowhere [e2e-push-1]', async () => {
      await tap('b')
      await expect.poll(() => shown(page)).toHaveLength(0)
      await expect(page).toHaveURL(`${anna.url}/history`)
      expect(context.pages()).toHaveLength(1)
    })
  },
)
