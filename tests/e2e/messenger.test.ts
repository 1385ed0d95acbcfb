import { expect, type Page, type TestInfo, test } from '@playwright/test'
import type { TextKey } from '#texts/texts'
import { hold } from './hold.ts'
import { DARK, LIGHT, MessengerApp, type MessengerLook } from './messenger-app.ts'
import { Person } from './person.ts'

const CURRENT: MessengerLook = {
  version: '8.0',
  background: LIGHT,
  safeArea: { top: 24, bottom: 20 },
  contentSafeArea: { top: 46, bottom: 4 },
  stableHeight: 700,
}

/** A person with a wallet whose page the messenger opens. */
async function openInMessenger(page: Page, info: TestInfo, { look = CURRENT, path = '/', money = '' } = {}) {
  const anna = new Person(page, info)
  await anna.settle(money === '' ? [] : [`${money} ${anna.home}`])
  const app = await MessengerApp.around(page, look)
  await page.goto(app.launch(anna.url + path))
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  return { anna, app }
}

/** Goes to a place of the navigation. */
async function goTo(anna: Person, place: TextKey): Promise<void> {
  await anna.page
    .getByRole('navigation')
    .getByRole('link', { name: anna.t(place) })
    .click()
}

/** What the page is drawn on. */
function ground(page: Page): Promise<string> {
  return page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()")
}

const feelsLike = {
  selection: { type: 'selection_change' },
  light: { type: 'impact', impact_style: 'light' },
  success: { type: 'notification', notification_type: 'success' },
}
const FELT = 'web_app_trigger_haptic_feedback'
const CLOSING = 'web_app_setup_closing_behavior'
const BACK = 'web_app_setup_back_button'

test('a messenger of version 8.0 and the page understand each other', { tag: '@once' }, async ({ page }, info) => {
  const { anna, app } = await openInMessenger(page, info, { look: { ...CURRENT, background: DARK }, money: '500.00' })
  const root = page.locator('html')
  await test.step('the start is told to a messenger of version 8.0: ready, expanded, swipes off, back button, our colours [messenger-1]', async () => {
    expect(app.heard('web_app_ready')).toHaveLength(1)
    expect(app.heard('web_app_expand')).toHaveLength(1)
    expect(app.heard('web_app_setup_swipe_behavior')).toEqual([{ allow_vertical_swipe: false }])
    await app.expectLast(BACK, { is_visible: true })
    const dark = await ground(page)
    await app.expectLast('web_app_set_header_color', { color: dark })
    await app.expectLast('web_app_set_background_color', { color: dark })
    expect(app.heard('web_app_set_bottom_bar_color')).not.toEqual([])
    // Who the person is in the messenger stays neither in the address nor with the tab.
    expect(page.url()).toBe(`${anna.url}/`)
    expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
      'secret-of-the-launch',
    )
  })

  await test.step('the theme follows the messenger while nothing else is chosen, with our own colours', async () => {
    await expect(root).toHaveAttribute('data-theme', 'dark')
    await app.say('theme_changed', { theme_params: { bg_color: LIGHT } })
    await expect(root).toHaveAttribute('data-theme', 'light')
    const light = await ground(page)
    await app.expectLast('web_app_set_header_color', { color: light })
    await app.expectLast('web_app_set_background_color', { color: light })
    await app.expectLast('web_app_set_bottom_bar_color', { color: '#ffffff' })
    await anna.expectAccessible()
  })

  await test.step('a turn of the carousel is felt, and nothing before it', async () => {
    await expect(page.getByRole('button', { name: anna.t('carousel.next') })).toBeVisible()
    expect(app.heard(FELT)).toEqual([])
    await page.getByRole('button', { name: anna.t('carousel.next') }).click()
    await expect.poll(() => app.heard(FELT)).toEqual([feelsLike.selection])
  })

  await test.step('pressed while a screen is on its way, the back button leads back and does not close the wallet', async () => {
    const arrive = await hold(page, '**/assets/History-*.js')
    await goTo(anna, 'nav.history')
    await expect(page).toHaveURL(`${anna.url}/history`)
    await app.pressBack()
    await expect(page).toHaveURL(`${anna.url}/`)
    arrive()
    await expect(anna.heading('transactions.title')).toBeVisible()
    expect(app.heard('web_app_close')).toEqual([])
  })

  await test.step('a frame inside the page cannot speak for the messenger', async () => {
    await page.evaluate("document.body.append(document.createElement('iframe'))")
    const [, stranger] = page.frames()
    await stranger?.evaluate(`
        for (let i = 0; i < 500; i++) parent.postMessage(JSON.stringify({ eventType: 'back_button_pressed', eventData: i }), '*')
        parent.postMessage(JSON.stringify({ eventType: 'set_custom_style', eventData: 'body { display: none }' }), '*')
      `)
    // From the messenger itself a style would come the same way, and is not taken either.
    await app.say('set_custom_style', 'body { display: none }')
    await expect(anna.button('payment.topup_btn').or(anna.link('payment.topup_btn'))).toBeVisible()
    expect(app.heard('web_app_close')).toEqual([])
  })

  await test.step('the back button walks the screens as the arrow would, and on Home closes the wallet', async () => {
    await goTo(anna, 'nav.history')
    await expect(page).toHaveURL(`${anna.url}/history`)
    await goTo(anna, 'nav.wallet')
    await expect(page).toHaveURL(`${anna.url}/wallet`)
    await app.pressBack()
    await expect(page).toHaveURL(`${anna.url}/history`)
    await app.pressBack()
    await expect(page).toHaveURL(`${anna.url}/`)
    expect(app.heard('web_app_close')).toEqual([])
    await app.pressBack()
    await expect.poll(() => app.heard('web_app_close')).toHaveLength(1)
  })

  await test.step('a reload inside the messenger starts the kit again, from what the tab keeps', async () => {
    await page.goto(`${anna.url}/exchange`)
    await expect.poll(() => app.heard('web_app_ready')).toHaveLength(2)
    await page.reload()
    await expect(anna.heading('ex.title')).toBeVisible()
    await expect.poll(() => app.heard('web_app_ready')).toHaveLength(3)
    await app.expectLast(BACK, { is_visible: true })
  })

  await test.step('choices, swap and MAX are felt, and nothing else', async () => {
    const from = page.getByRole('group', { name: anna.t('ex.from') })
    await from.getByRole('button', { name: anna.t('amount.max') }).click()
    await anna.button('ex.swap').click()
    await expect.poll(() => app.heard(FELT).slice(1)).toEqual([feelsLike.light, feelsLike.light])

    await from.getByRole('button', { name: anna.t('ex.choose', { code: anna.second }) }).click()
    const tabs = page.getByRole('dialog').getByRole('tab')
    await tabs.nth(1).click()
    await tabs.nth(1).click()
    await expect.poll(() => app.heard(FELT).slice(3)).toEqual([feelsLike.selection])
  })

  await test.step('the back button closes sheets first, and leads Home from where the tab began', async () => {
    // A pane beside the screen is no sheet.
    if (info.project.use.isMobile) await app.pressBack()
    else await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').getByRole('tab')).toHaveCount(0)
    await expect(anna.heading('ex.title')).toBeVisible()
    await expect(anna.button('common.back')).toHaveCount(0)
    await app.pressBack()
    await expect(page).toHaveURL(`${anna.url}/`)

    await page.goto(`${anna.url}/settings`)
    await anna.button('profile.logout').first().click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await app.pressBack()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/settings`)
  })

  await test.step('a theme that was chosen stays, whatever the messenger has', async () => {
    await page.getByLabel(anna.t('profile.theme'), { exact: true }).first().selectOption('light')
    await app.say('theme_changed', { theme_params: { bg_color: DARK } })
    await expect(root).toHaveAttribute('data-theme', 'light')
  })

  await test.step('the back button asks nothing of money where consents are asked for, and goes nowhere', async () => {
    // The server's own answer, but for the consents that are missing.
    await page.route('**/v2/wallet/auth/info', async (route) => {
      const response = await route.fetch()
      const missing_consents = ['offer', 'data']
      await route.fulfill({ response, json: { ...(await response.json()), missing_consents } })
    })
    await page.goto(`${anna.url}/`)
    const sheet = page.getByRole('dialog', { name: anna.t('consents.title') })
    await expect(sheet).toBeVisible()
    await app.pressBack()
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    // The wallet was closed once, from Home.
    expect([app.heard('web_app_open_popup').length, app.heard('web_app_close').length]).toEqual([0, 1])
    await expect(sheet).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
})

test('a messenger is told while money is at stake', { tag: ['@once', '@full'] }, async ({ page, context }, info) => {
  const { anna, app } = await openInMessenger(page, info, { path: '/wallet/withdrawal', money: '500.00' })
  await test.step('closing is asked about while anything is typed in, and not after', async () => {
    await app.expectLast(CLOSING, { need_confirmation: false })
    await anna.field('wd.card').fill('22')
    await app.expectLast(CLOSING, { need_confirmation: true })
    await anna.field('wd.card').fill('')
    await app.expectLast(CLOSING, { need_confirmation: false })
    await anna.field('amount.label').fill('5')
    await app.expectLast(CLOSING, { need_confirmation: true })
    await anna.field('amount.label').fill('')
    await app.expectLast(CLOSING, { need_confirmation: false })
    await anna.field('amount.label').fill('7')
    await app.expectLast(CLOSING, { need_confirmation: true })
    await app.pressBack()
    await expect(page).toHaveURL(`${anna.url}/`)
    await app.expectLast(CLOSING, { need_confirmation: false })
  })

  await test.step('a payment page is opened outside, and the wallet waits for it meanwhile', async () => {
    await anna.link('payment.topup_btn').click()
    await test.step('documents are opened outside: a web view has no tabs', async () => {
      await page.locator('form').getByRole('link').first().click()
      await expect.poll(() => app.heard('web_app_open_link')).toHaveLength(1)
      expect(context.pages()).toHaveLength(1)
    })
    await anna.field('amount.label').fill('500')
    await page.getByRole('checkbox').check()
    await anna.button('topup.pay_amount', { amount: anna.money('500', anna.home) }).click()
    await expect(page).toHaveURL(/\/wallet\/payments\/finish\?.*order=/)
    await app.expectLast(CLOSING, { need_confirmation: true })
    const opened = app.heard('web_app_open_link').at(-1)
    const { url } = opened as { url: string }
    expect(url).toMatch(/^http.*\/sandbox\/payments\//)

    const outside = await context.newPage()
    await outside.goto(url)
    await outside.locator('button[value=pay]').click()
    await page.bringToFront()
    await expect(page.getByText(anna.t('finish.success'))).toBeVisible()
    await expect.poll(() => app.heard(FELT)).toEqual([feelsLike.success])
    await app.expectLast(CLOSING, { need_confirmation: false })
    await app.pressBack()
    await expect(page).toHaveURL(`${anna.url}/`)
  })

  await test.step('an exchange on its way is not left by the back button: the messenger asks first', async () => {
    await anna.link('payment.exchange_btn').click()
    // The server never answers.
    await page.route('**/v2/wallet/exchange', () => undefined)
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('100')
    await anna.button('ex.submit').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: anna.t('ex.submit') })
      .click()
    await expect(page.getByRole('dialog')).toContainText(anna.t('pay.waiting'))
    await app.pressBack()
    await expect.poll(() => app.heard('web_app_open_popup')).toHaveLength(1)
    const [popup] = app.heard('web_app_open_popup') as { title: string; message: string; buttons: { id: string }[] }[]
    expect(popup).toMatchObject({ title: anna.t('tg.leave_title'), message: anna.t('tg.leave_text') })
    await app.say('popup_closed', { button_id: 'cancel' })
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(app.heard('web_app_close')).toEqual([])
    await app.pressBack()
    await expect.poll(() => app.heard('web_app_open_popup')).toHaveLength(2)
    await app.say('popup_closed', { button_id: 'leave' })
    await expect.poll(() => app.heard('web_app_close')).toHaveLength(1)
  })
})

test('older messengers are told what they understand', { tag: ['@once', '@full'] }, async ({ page, context }, info) => {
  await test.step('a messenger of version 6.0 hears nothing that it does not understand, and the page draws its own arrow [messenger-2]', async () => {
    const { anna, app } = await openInMessenger(page, info, { look: { version: '6.0' }, path: '/exchange' })
    await expect(anna.button('common.back')).toBeVisible()
    await anna.button('ex.swap').click()
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('10')
    const known = ['iframe_ready', 'web_app_ready', 'web_app_expand', 'web_app_request_theme', 'web_app_request_viewport']
    expect(app.kinds().filter((kind) => !known.includes(kind))).toEqual([])
  })

  await test.step('between 6.1 and 8.0 each is told from its version on', async () => {
    const tab = await context.newPage()
    const app = await MessengerApp.around(tab, { version: '7.0' })
    await tab.goto(app.launch(new Person(page, info).url))
    await expect(tab.getByRole('heading', { level: 1 })).toBeAttached()
    const kinds = app.kinds()
    for (const kind of [BACK, CLOSING, 'web_app_set_header_color', 'web_app_set_background_color']) expect(kinds).toContain(kind)
    for (const kind of ['web_app_setup_swipe_behavior', 'web_app_set_bottom_bar_color', 'web_app_request_safe_area'])
      expect(kinds).not.toContain(kind)
  })
})

test(
  'who is new comes from a plain browser or from the messenger',
  { tag: ['@once', '@full'] },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await test.step('launch parameters in a plain browser do not break the page: it stays a page of the browser', async () => {
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      await page.goto(
        `${anna.url}/auth#tgWebAppVersion=8.0&tgWebAppPlatform=ios&tgWebAppThemeParams=%7B%7D&tgWebAppData=hash%3Dsecret`,
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const failure = said.filter((text) => text.startsWith('Failure'))
      expect(failure).toHaveLength(1)
      expect(failure[0]).toContain('(messenger)')
      expect(said.join()).not.toContain('secret')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })

    await test.step('the back button leads from the code to the details and is hidden while a PIN is chosen', async () => {
      await anna.open('/auth')
      await page.goto('about:blank')
      const app = await MessengerApp.around(page, CURRENT)
      await page.goto(app.launch(`${anna.url}/auth`))
      await page.getByRole('link', { name: anna.t('authin.login') }).click()
      await expect(anna.heading('login.title')).toBeVisible()
      await app.pressBack()
      await expect(page).toHaveURL(`${anna.url}/auth`)
      await app.expectLast(BACK, { is_visible: true })
      await anna.signUp()
      // Among all that was told there was one "hide", and the last word is "show" again.
      expect(app.heard(BACK)).toContainEqual({ is_visible: false })
      await app.expectLast(BACK, { is_visible: true })
    })

    await test.step('without launch parameters nothing of the kit is asked for, and nothing is told to anybody [messenger-3]', async () => {
      const tab = await context.newPage()
      const scripts: string[] = []
      tab.on('request', (request) => scripts.push(request.url()))
      const app = await MessengerApp.around(tab, CURRENT)
      const atTab = new Person(tab, info)
      await tab.goto(anna.url)
      await goTo(atTab, 'nav.history')
      await expect(atTab.heading('nav.history')).toBeVisible()
      expect(scripts.some((url) => url.includes('/assets/'))).toBe(true)
      expect(scripts.filter((url) => url.includes('/assets/kit-'))).toEqual([])
      expect(scripts.filter((url) => new URL(url).origin !== anna.url)).toEqual([])
      expect(app.kinds()).toEqual([])
    })
  },
)

test('what the messenger draws above and below the page is kept clear', { tag: '@size' }, async ({ page }, info) => {
  const { anna, app } = await openInMessenger(page, info)
  const header = page.getByRole('banner')
  const sandbox = page.getByRole('complementary').first()
  await expect.poll(async () => (await sandbox.boundingBox())?.y).toBe(70)
  expect((await header.boundingBox())?.y).toBeGreaterThanOrEqual(70)
  const height = () => page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--viewport-height')")
  expect(await height()).toBe('700px')
  if (info.project.name.includes('phone')) {
    // The tab bar ends where the messenger's window does, its targets above the bottom inset.
    const bar = page.getByRole('navigation', { name: anna.t('nav.label') })
    const box = await bar.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(700)
    const item = await bar.getByRole('link').first().boundingBox()
    expect((item?.y ?? 0) + (item?.height ?? 0)).toBe(676)
  }
  await app.say('safe_area_changed', { top: 10, bottom: 0, left: 0, right: 0 })
  await expect.poll(async () => (await sandbox.boundingBox())?.y).toBe(56)
  // Nonsense is no inset and no height.
  await app.say('safe_area_changed', { top: 9000, bottom: '1px;} body{display:none', left: null, right: -5 })
  await app.say('viewport_changed', { height: 1, width: 360, is_state_stable: true, is_expanded: true })
  expect(await height()).toBe('700px')
  await expect.poll(async () => (await sandbox.boundingBox())?.y).toBe(56)
  await anna.expectNoSidewaysScroll()
})
