import { writeFileSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page, type TestInfo, test } from '@playwright/test'
import { giveMoney } from '#tests/builders'
import { NAMES, signUp } from '#tests/sign-up'
import { Person, PIN } from './person.ts'
import { typeCode } from './sign-in-steps.ts'

/** Somebody who asks for money, or pays what is asked for. */
class Friend extends Person {
  readonly shownName: string
  private readonly info: TestInfo

  constructor(page: Page, info: TestInfo) {
    super(page, info)
    this.info = info
    this.shownName = `${this.firstName} ${NAMES[this.language].lastName.charAt(0)}.`
  }

  /** Opens an address, and waits until the page hears what changes. */
  async openLive(path: string): Promise<void> {
    const hearing = this.page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
    await this.page.goto(this.url + path)
    expect((await hearing).status()).toBe(200)
  }

  /** From the form with everything filled in to the end, by the PIN. */
  async confirm(amount: string): Promise<void> {
    const submit = { amount: this.money(amount, this.home) }
    await this.button('save.submit_amount', submit).click()
    const sheet = this.page.getByRole('dialog')
    await sheet.getByLabel(this.digitsName('pin.label'), { exact: true }).fill(PIN)
    await sheet.getByRole('button', { name: this.t('save.submit_amount', submit), exact: true }).click()
  }

  /** Fills in the form that asks, of the owner of a number or of nobody by name, and asks. */
  async ask(
    amount: string,
    of: Person | 'anyone',
    { message, isCollect = false }: { message?: string; isCollect?: boolean } = {},
  ) {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.t('requests.action'))
    if (of === 'anyone') {
      await this.page.getByRole('radio', { name: this.t('requests.ask_by_link'), exact: true }).click()
      if (isCollect) await this.page.getByRole('checkbox', { name: this.t('requests.ask_collect') }).check()
    } else await this.page.locator('input[autocomplete=tel-national]').fill(of.national)
    await this.page.locator('form input[inputmode=decimal]').fill(amount)
    if (message !== undefined) await this.page.getByLabel(this.t('requests.message')).fill(message)
    await this.button('requests.ask_submit_amount', { amount: this.money(amount, this.home) }).click()
    await expect(this.page).toHaveURL(/\/wallet\/requests\?id=/)
  }

  /** How the request that is open on the screen stands. */
  state() {
    return this.page.getByRole('main').getByRole('status').first()
  }

  /** The link that is on the screen. */
  async payLink(): Promise<string> {
    return await this.page.getByText(/^https?:\/\/.*\/pay\//).innerText()
  }

  /** Chooses a picture of a code at the scanner. */
  async scan(picture: Buffer): Promise<void> {
    await this.page.goto(`${this.url}/payment`)
    await expect(this.heading('nav.payment')).toBeVisible()
    const tab = this.page.getByRole('tab', { name: this.t('qrpay.tab_scan') })
    if (await tab.isVisible()) await tab.click()
    const file = this.info.outputPath('code.png')
    writeFileSync(file, picture)
    const chooser = this.page.waitForEvent('filechooser')
    await this.button('qrpay.choose').first().click()
    await (await chooser).setFiles(file)
  }
}

const opened: BrowserContext[] = []
test.afterEach(async () => {
  await Promise.all(opened.splice(0).map((context) => context.close()))
})

/** Somebody in a browser of their own, of the same size. */
async function elsewhere(browser: Browser, info: TestInfo): Promise<Friend> {
  const { viewport, hasTouch, isMobile, locale } = info.project.use
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...(viewport && { viewport }),
    ...(hasTouch && { hasTouch }),
    ...(isMobile && { isMobile }),
    ...(locale && { locale }),
  })
  opened.push(context)
  return new Friend(await context.newPage(), info)
}

test(
  'a code on one screen, scanned from another, is paid: with the amount that is asked for',
  { tag: ['@brand', '@full'] },
  async ({ page, browser }, info) => {
    const anna = new Friend(page, info)
    await anna.settle([`500.00 ${anna.home}`])
    const boris = await elsewhere(browser, info)
    await boris.settle()
    await boris.openLive('/payment')
    const code = boris.page.getByRole('img', { name: boris.t('qrpay.mine_alt', { code: boris.home }) })
    await expect(code).toBeVisible()
    await boris.page.getByRole('textbox', { name: boris.t('qrpay.mine_amount') }).fill('125.50')
    await boris.expectAccessible()
    await boris.expectNoSidewaysScroll()

    await test.step('the scanner leads straight to the amount', async () => {
      await anna.scan(await code.screenshot())
      await expect(anna.heading('send.title')).toBeVisible()
      await expect(page.getByText(anna.shownName).first()).toBeVisible()
      await expect(anna.field('amount.label')).toHaveValue(anna.typed('125.50'))
      await anna.expectAccessible()
      await anna.confirm('125.50')
      await expect(page.getByText(anna.t('send.done_text'))).toBeVisible()
    })
    await test.step('the money is there', async () => {
      await boris.page.goto(boris.url)
      await expect(boris.page.getByText(boris.balance('125.50', boris.home)).first()).toBeVisible()
    })
    await test.step('a code that was replaced leads nowhere', async () => {
      await boris.page.goto(`${boris.url}/payment`)
      const before = await boris.payLink()
      await boris.button('requests.code_replace').click()
      await boris.page
        .getByRole('alertdialog')
        .getByRole('button', { name: boris.t('requests.code_replace'), exact: true })
        .click()
      await expect.poll(() => boris.payLink()).not.toBe(before)
      await page.goto(before)
      await expect(anna.heading('requests.page_unknown')).toBeAttached()
      await page.goto(await boris.payLink())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(anna.t('requests.page_person', { person: anna.shownName }))
      await boris.page.goto(await boris.payLink())
      await expect(boris.page.getByText(boris.t('requests.page_own_code'))).toBeVisible()
    })
  },
)

test('money is asked for and paid, and its asker sees it at once', { tag: '@corners' }, async ({ page, browser }, info) => {
  const anna = new Friend(page, info)
  await anna.settle()
  const boris = await elsewhere(browser, info)
  await boris.settle([`500.00 ${boris.home}`])

  await test.step('from Home by the form to the request, which has no link: nobody else can pay it', async () => {
    await anna.openLive('/')
    await page
      .getByRole('main')
      .getByRole('link', { name: anna.t('requests.action_short'), exact: true })
      .click()
    await expect(anna.button('requests.ask_submit')).toBeDisabled()
    await anna.expectAccessible()
    await anna.ask('300.00', boris, { message: '<b>lunch</b>' })
    await expect(anna.state()).toHaveText(anna.t('requests.made.open'))
    await expect(page.getByRole('img', { name: anna.t('requests.code_alt') })).toHaveCount(0)
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
  })
  await test.step('the other finds it under the bell, and pays just that', async () => {
    await boris.page.goto(`${boris.url}/payment`)
    await boris.page.locator('header button[aria-haspopup=dialog]').click()
    await expect(boris.heading('requests.incoming_title')).toBeVisible()
    await expect(boris.page.getByText('<b>lunch</b>').first()).toBeVisible()
    await boris.expectAccessible()
    await boris.link('requests.pay').click()
    await expect(boris.heading('send.title')).toBeVisible()
    await expect(boris.field('amount.label')).toHaveCount(0)
    await boris.expectAccessible()
    await boris.expectNoSidewaysScroll()
    await boris.confirm('300.00')
    await expect(boris.page.getByRole('dialog', { name: boris.t('requests.paid_title') })).toBeVisible()
  })
  await test.step('the request on the asker’s screen is paid, without a reload, and says by whom', async () => {
    await expect(anna.state()).toHaveText(anna.t('requests.made.paid'))
    await expect(page.getByText(boris.shownName).first()).toBeVisible()
    await anna.expectAccessible()
    // Its payer is not told that somebody has paid it already.
    await expect(boris.page.getByText(boris.t('requests.closed.paid'))).toHaveCount(0)
  })
})

test(
  'what is declined or withdrawn can no longer be paid, and the other sees it',
  { tag: ['@once', '@full'] },
  async ({ page, browser }, info) => {
    const anna = new Friend(page, info)
    await anna.settle()
    const boris = await elsewhere(browser, info)
    await boris.settle([`500.00 ${boris.home}`])
    await boris.openLive('/wallet/requests')
    await expect(boris.page.getByText(boris.t('requests.empty_received'))).toBeVisible()
    await anna.openLive('/wallet/ask')

    await test.step('declined', async () => {
      await anna.ask('300.00', boris)
      await boris.button('requests.decline').click()
      await boris.page
        .getByRole('alertdialog')
        .getByRole('button', { name: boris.t('requests.decline'), exact: true })
        .click()
      await expect(boris.page.getByText(boris.t('requests.received.declined')).first()).toBeVisible()
      await expect(anna.state()).toHaveText(anna.t('requests.made.declined'))
    })
    await test.step('withdrawn while the other has the form open', async () => {
      await anna.openLive('/wallet/ask')
      await anna.ask('200.00', boris)
      await boris.link('requests.pay').click()
      await expect(boris.button('save.submit_amount', { amount: boris.money('200.00', boris.home) })).toBeEnabled()
      await anna.button('requests.withdraw').click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: anna.t('requests.withdraw'), exact: true })
        .click()
      await expect(anna.state()).toHaveText(anna.t('requests.made.withdrawn'))
      await boris.confirm('200.00')
      await expect(boris.page.getByText(boris.t('requests.closed.withdrawn')).first()).toBeVisible()
      await boris.page.goto(`${boris.url}/wallet/requests`)
      await expect(boris.page.getByText(boris.t('requests.received.withdrawn')).first()).toBeVisible()
    })
  },
)

test('who asks is blocked and reported by the request itself', { tag: '@corners' }, async ({ page, browser }, info) => {
  const boris = new Friend(page, info)
  await boris.settle()
  const anna = await elsewhere(browser, info)
  const maker = await anna.settle([`100.00 ${anna.home}`])
  const { id: account_id } = await maker.account(anna.home)
  await maker.post('/v2/wallet/request', { account_id, amount: '30.00', to: { phone: boris.phone } })
  const sends = () => maker.send('10.00', anna.home, { phone: boris.phone })

  await test.step('from the list to the request, and there, with a complaint', async () => {
    await page.goto(`${boris.url}/wallet/requests`)
    await boris.link('common.details').click()
    await boris.button('send.block').click()
    await page.getByLabel(boris.t('send.report')).fill('<b>spam</b>')
    await boris.expectAccessible()
    await boris.button('send.block').click()
    await expect(page.getByText(boris.t('answer.p2p_blocked'))).toBeVisible()
    await expect(boris.link('requests.pay')).toHaveCount(0)
    await boris.expectAccessible()
    await boris.expectNoSidewaysScroll()
    expect(await sends()).toMatchObject({ http: 403, code: 'recipient_refuses' })
  })
  await test.step('taken back, their requests are there again', async () => {
    await boris.button('send.unblock').click()
    await expect(page.getByText(boris.t('answer.p2p_unblocked'))).toBeVisible()
    expect(await sends()).toMatchObject({ status: 'ok' })
  })
  await test.step('blocked, the request is in no list', async () => {
    await boris.button('send.block').click()
    await boris.button('send.block').click()
    await expect(page.getByText(boris.t('answer.p2p_blocked'))).toBeVisible()
    await boris.link('requests.all').click()
    await expect(page.getByText(boris.t('requests.empty_received'))).toBeVisible()
  })
})

test('several pay one link: the sum so far and who has paid', { tag: ['@once', '@full'] }, async ({ page, browser }, info) => {
  const anna = new Friend(page, info)
  await anna.settle()
  await anna.openLive('/wallet/ask')
  await anna.ask('150.00', 'anyone', { message: 'На подарок', isCollect: true })
  const link = await anna.payLink()
  await expect(page.getByText(anna.t('requests.nobody_paid'))).toBeVisible()
  for (const sum of ['150.00', '300.00']) {
    const payer = await elsewhere(browser, info)
    await payer.settle([`500.00 ${payer.home}`])
    await payer.page.goto(link)
    await expect(payer.page.getByText('На подарок')).toBeVisible()
    await payer.link('requests.pay').click()
    await payer.confirm('150.00')
    await expect(payer.page.getByRole('dialog', { name: payer.t('requests.paid_title') })).toBeVisible()
    await expect(page.getByText(anna.money(sum, anna.home)).filter({ visible: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('list', { name: anna.t('requests.paid_by') }).getByRole('listitem')).toHaveCount(2)
  await expect(anna.state()).toHaveText(anna.t('requests.made.open'))
  await page.goto(link)
  await expect(page.getByText(anna.t('requests.page_own_request'))).toBeVisible()
})

test(
  'whoever follows a link sees who asks for how much, and after signing in is back at it',
  { tag: '@size' },
  async ({ page, browser }, info) => {
    const boris = new Friend(page, info)
    const anna = await elsewhere(browser, info)
    await anna.settle()
    await anna.page.goto(`${anna.url}/wallet/ask`)
    await anna.ask('300.00', 'anyone', { message: 'За ужин' })
    const link = await anna.payLink()
    const user = await signUp({ brand: boris.brand.id, url: boris.url }, boris.language, { phone: boris.phone })
    await giveMoney(user, [`500.00 ${boris.home}`])

    await test.step('signed out', async () => {
      await boris.open(new URL(link).pathname)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        boris.t('requests.page_request', { person: anna.shownName }),
      )
      await expect(page.getByText(boris.money('300.00', boris.home)).first()).toBeVisible()
      await expect(page.getByText('За ужин')).toBeVisible()
      await expect(page.getByText(anna.phone)).toHaveCount(0)
      await expect(boris.link('requests.page_open')).toBeVisible()
      await boris.expectAccessible()
      await boris.expectNoSidewaysScroll()
    })
    await test.step('signed in, and back', async () => {
      await boris.link('requests.page_with_wallet').click()
      await page.locator('input[autocomplete=tel-national]').fill(boris.national)
      await boris.button('login.submit').click()
      await typeCode(boris)
      await boris.button('code.confirm').click()
      await expect(page).toHaveURL(link)
      await boris.expectAccessible()
      await boris.link('requests.pay').click()
      await boris.confirm('300.00')
      await expect(page.getByRole('dialog', { name: boris.t('requests.paid_title') })).toBeVisible()
    })
    await test.step('paid, for whoever follows it later', async () => {
      const stranger = await elsewhere(browser, info)
      await stranger.open(new URL(link).pathname)
      await expect(stranger.page.getByText(stranger.t('requests.closed.paid'))).toBeVisible()
      await expect(stranger.link('requests.page_with_wallet')).toHaveCount(0)
      await stranger.expectAccessible()
    })
    await test.step('a link that leads nowhere says so', async () => {
      const stranger = await elsewhere(browser, info)
      await stranger.open('/pay/0000000000000000')
      await expect(stranger.page.getByText(stranger.t('requests.page_unknown')).last()).toBeVisible()
      await stranger.expectAccessible()
    })
  },
)
