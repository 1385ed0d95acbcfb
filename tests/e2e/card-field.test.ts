import { expect, type FrameLocator, type Page, type TestInfo } from '@playwright/test'
import { type BuiltWallet, startBuiltWallet } from '#tests/built-wallet'
import { freePort } from '#tests/free-port'
import { withOwnWallet } from './own-wallet.ts'
import { Person, PIN } from './person.ts'

const CARD = '2200123456024821'
const DECLINED = '2200123456010002'
const WRONG = '2200123456024822'
const FIELD = '**/card-fields/**'

const test = withOwnWallet(async (brand) => {
  const environment = { SANDBOX_CARD_FIELD: 'on', SANDBOX_CARD_FIELD_PORT: String(await freePort()), CARD_NUMBERS: 'refused' }
  return startBuiltWallet(brand, { environment })
})

/** Somebody with 1000 of the first currency, on a screen that pays out to cards. */
async function atTheForm(page: Page, info: TestInfo, wallet: BuiltWallet, path = '/wallet/withdrawal'): Promise<Person> {
  const anna = new Person(page, info, wallet)
  await anna.arrive({ path, balances: [`1000.00 ${anna.home}`] })
  await anna.field('amount.label').fill('250')
  return anna
}

function frameOf(anna: Person): FrameLocator {
  return anna.page.frameLocator(`iframe[title="${anna.t('wd.card')}"]`)
}

function numberIn(anna: Person) {
  return frameOf(anna).getByRole('textbox')
}

/** The form's button; pressed by key, as a click may meet the frame where it was before the page was scrolled to the button. */
function submitOf(anna: Person) {
  return anna.button('wd.submit_amount', { amount: anna.money('250', anna.home) }).first()
}

test(
  'a card is typed into the provider’s frame, and the wallet never hears its number [e2e-card-field-1]',
  { tag: '@size' },
  async ({ page, wallet }, info) => {
    const heard: string[] = []
    page.on('request', (request) => {
      const sent = [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n')
      if (sent.replaceAll(/[\s%+-]/g, '').includes(CARD)) heard.push(new URL(request.url()).origin)
    })
    const anna = await atTheForm(page, info, wallet)
    await expect(page.getByText(anna.t('reason.missing', { fields: anna.t('reason.card') }))).toBeVisible()
    await numberIn(anna).pressSequentially(CARD)
    await expect(numberIn(anna)).toHaveValue('2200 1234 5602 4821')
    await expect(frameOf(anna).getByRole('status')).not.toBeEmpty()
    await submitOf(anna).press('Enter')
    await expect(page.getByRole('dialog')).toContainText('2200\u00a012••\u00a0••••\u00a04821')
    const sent = page.waitForRequest('**/v2/wallet/withdrawal')
    await anna.givePin('250', PIN)
    await expect(page.getByRole('dialog')).toContainText(anna.t('pay.success'))
    expect(new Set(Object.keys((await sent).postDataJSON()))).toEqual(
      new Set(['amount', 'card_token', 'currency_code', 'pin', 'total']),
    )
    const field = new URL((await page.locator('iframe').getAttribute('src')) ?? '').origin
    expect(field).not.toBe(wallet.url)
    expect(heard).toEqual([field])
    await test.step('and is a recipient to choose from then', async () => {
      await page.goto(`${anna.url}/wallet/withdrawal`)
      await page.getByRole('radio', { name: '••\u00a04821' }).check()
      await expect(page.locator('iframe')).toHaveCount(0)
      await anna.button('save.other').click()
      await expect(numberIn(anna)).toBeFocused()
      await expect(numberIn(anna)).toHaveValue('')
    })
  },
)

test('a wrong number is told in the frame, and nothing is sent with it', { tag: '@size' }, async ({ page, wallet }, info) => {
  const anna = await atTheForm(page, info, wallet)
  await numberIn(anna).pressSequentially('2200 12')
  await anna.field('amount.label').focus()
  await expect(frameOf(anna).getByRole('status')).toHaveText(info.project.name.includes('ru') ? /16 цифр/ : /16 digits/)
  await numberIn(anna).fill(WRONG)
  await expect(numberIn(anna)).toHaveAttribute('aria-invalid', 'true')
  await expect(frameOf(anna).getByRole('status')).toHaveText(info.project.name.includes('ru') ? /ошибка/ : /mistake/)
  await expect(anna.button('wd.submit')).toBeDisabled()
  await anna.expectNoSidewaysScroll()
  await anna.expectAccessible()
  await numberIn(anna).press('Backspace')
  await numberIn(anna).pressSequentially('1')
  await expect(numberIn(anna)).not.toHaveAttribute('aria-invalid')
  await expect(submitOf(anna)).toBeEnabled()
  await test.step('and what was right is not, once it is changed', async () => {
    await numberIn(anna).press('Backspace')
    await expect(anna.button('wd.submit')).toBeDisabled()
  })
})

test(
  'a number that the provider cannot take for now stays in the frame until it can',
  { tag: ['@once', '@full'] },
  async ({ page, wallet }, info) => {
    // Before there is a frame: in one that is only coming it would hold for none.
    await page.route('**/card-fields/*/cards', (route) => route.abort())
    const anna = await atTheForm(page, info, wallet)
    await numberIn(anna).fill(CARD)
    const again = frameOf(anna).getByRole('button')
    await expect(again).toBeVisible()
    // All of it is seen: the frame is as high as what is in it.
    await expect
      .poll(() =>
        frameOf(anna)
          .locator('html')
          .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
      )
      .toBe(0)
    await page.unroute('**/card-fields/*/cards')
    await again.click()
    await expect(submitOf(anna)).toBeEnabled()
    await expect(numberIn(anna)).toHaveValue('2200 1234 5602 4821')
    await expect(again).toBeHidden()
  },
)

test(
  'a frame that does not load is told of, and can be loaded again',
  { tag: ['@size', '@full'] },
  async ({ page, wallet }, info) => {
    await page.route(FIELD, (route) => route.abort())
    const anna = await atTheForm(page, info, wallet)
    await expect(page.getByText(anna.t('wd.card_field_error'))).toBeVisible()
    await expect(page.getByText(anna.t('wd.card_field_unsent'))).toBeVisible()
    await expect(anna.button('wd.submit')).toBeDisabled()
    await anna.expectAccessible()
    await page.unroute(FIELD)
    await anna.button('common.retry').click()
    await expect(numberIn(anna)).toBeFocused()
    await numberIn(anna).fill(CARD)
    await expect(submitOf(anna)).toBeEnabled()
  },
)

test(
  'a provider that is silent is told of in the server’s words',
  { tag: ['@once', '@full'] },
  async ({ page, wallet }, info) => {
    const message = 'Сервис сейчас недоступен'
    const body = JSON.stringify({ status: 'error', code: 'unavailable', message })
    await page.route('**/v2/wallet/withdrawal/card-field', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body }),
    )
    const anna = await atTheForm(page, info, wallet)
    await expect(page.getByText(anna.t('wd.card_field_error'))).toBeVisible()
    await expect(page.getByText(message)).toBeVisible()
    await page.unroute('**/v2/wallet/withdrawal/card-field')
    await anna.button('common.retry').click()
    await expect(numberIn(anna)).toBeFocused()
  },
)

test(
  'after a transfer that was declined the same card can be tried again, by another token',
  { tag: ['@once', '@full'] },
  async ({ page, wallet }, info) => {
    const anna = await atTheForm(page, info, wallet)
    await numberIn(anna).fill(DECLINED)
    const tokens: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/v2/wallet/withdrawal')) tokens.push(request.postDataJSON().card_token)
    })
    for (const time of [1, 2]) {
      await submitOf(anna).press('Enter')
      await anna.givePin('250', PIN)
      await expect(page.getByRole('dialog')).toContainText(anna.t('refusal.payout_declined'))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: anna.t('pay.retry') })
        .click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(numberIn(anna)).toHaveValue('2200 1234 5601 0002')
      expect(new Set(tokens).size).toBe(time)
    }
  },
)

test(
  'by keyboard alone: Tab into the frame and out of it, Enter goes on',
  { tag: ['@desktop', '@full'] },
  async ({ page, wallet }, info) => {
    const anna = await atTheForm(page, info, wallet, '/wallet/withdrawal')
    await expect(numberIn(anna)).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await anna.field('amount.label').focus()
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Shift+Tab')
      if (await numberIn(anna).evaluate((input) => input === input.ownerDocument.activeElement)) break
    }
    await expect(numberIn(anna)).toBeFocused()
    await page.keyboard.type(CARD)
    await expect(submitOf(anna)).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('2200')
  },
)

test(
  'the frame has the language and the colours of the page around it',
  { tag: ['@corners', '@full'] },
  async ({ page, wallet }, info) => {
    const anna = await atTheForm(page, info, wallet)
    await expect(frameOf(anna).locator('html')).toHaveAttribute('lang', anna.language)
    // Its typeface, too: loaded by the frame, and not only named.
    const loaded = "[...document.fonts].some(({ family, status }) => family.includes('Manrope') && status === 'loaded')"
    const hasFont = () => frameOf(anna).locator('label').evaluate(loaded)
    await expect.poll(hasFont).toBe(true)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      const surface = await page.evaluate(`(() => {
      const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: 'color: var(--surface)' }))
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })()`)
      await expect(numberIn(anna)).toHaveCSS('background-color', String(surface))
      await expect(frameOf(anna).locator('html')).toHaveCSS('color-scheme', scheme)
    }
  },
)
