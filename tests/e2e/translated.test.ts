import { expect, type Page, test } from '@playwright/test'
import { Person, PIN } from './person.ts'

/**
 * Does to the page what Chrome does when it translates one: every text, also one that comes later, is moved into two elements of which the page
 * knows nothing. The page stays in its language, so that a test can read it.
 */
const TRANSLATE = `(() => {
  const isWrapped = (text) => text.parentNode?.nodeName === 'FONT'
  const isText = (text) => text.textContent.trim() !== '' && !['SCRIPT', 'STYLE', 'TITLE', 'OPTION', 'TEXTAREA'].includes(text.parentNode?.nodeName)
  function wrapAll(root) {
    const texts = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = walker.currentNode; text; text = walker.nextNode()) if (text.nodeType === 3) texts.push(text)
    for (const text of texts) {
      if (isWrapped(text) || !isText(text) || !text.isConnected) continue
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      text.replaceWith(outer)
      inner.append(text)
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) wrapAll(node)
  }).observe(document.body, { childList: true, subtree: true })
  wrapAll(document.body)
})()`

/** The texts that React keeps apart from their elements, which it would lose. */
const BARE = `(() => {
  const bare = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (Object.keys(text).some((key) => key.startsWith('__reactFiber'))) bare.push(text.textContent)
  }
  return bare
})()`

async function openTranslated(anna: Person, path: string): Promise<void> {
  await anna.page.goto(anna.url + path)
  await expect(anna.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await anna.page.waitForLoadState('networkidle')
  await anna.page.evaluate(TRANSLATE)
}

async function expectWhole({ page, t }: { readonly page: Page; t: Person['t'] }): Promise<void> {
  await expect(page.getByText(t('page.crash_title'))).toHaveCount(0)
  expect(await page.evaluate(BARE)).toEqual([])
}

test(
  'a page that the browser has translated goes on working, with the present amounts',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const whole = () => expectWhole({ page, t: (key, parameters) => anna.t(key, parameters) })
    const sheet = page.getByRole('dialog')
    const pin = sheet.getByLabel(anna.digitsName('pin.label'), { exact: true })

    await test.step('sign-in: a number that is too short, then one that is whole', async () => {
      await openTranslated(anna, '/auth/login')
      const phone = page.locator('input[autocomplete=tel-national]')
      await phone.fill('912')
      await phone.blur()
      await expect(page.getByText(anna.t('err.phone_short', { n: 10 }))).toBeVisible()
      await phone.fill(anna.national)
      await expect(page.getByText(anna.t('err.phone_short', { n: 10 }))).toHaveCount(0)
      await whole()
    })

    await anna.settle([`500.00 ${anna.home}`, '50.00 USD', '20.00 EUR'])
    await test.step('withdrawal: more than there is, then less; a wrong PIN, and the next digit', async () => {
      await openTranslated(anna, '/wallet/withdrawal')
      await anna.field('amount.label').fill('100000')
      await expect(page.getByText(anna.t('err.amount.funds', { amount: '' }).trim()).first()).toBeVisible()
      await anna.withdraw('100', '2200123456024821', '0000')
      await expect(sheet).toContainText(anna.t('pin.left', { count: 4 }))
      await pin.pressSequentially('1')
      await expect(pin).toHaveValue('1')
      await whole()
      await pin.fill('')
      await anna.givePin('100', PIN)
      await expect(page.getByText(anna.t('pay.success')).first()).toBeVisible()
      await whole()
    })

    await test.step('exchange: the sides and the rate are those of the chosen accounts', async () => {
      await openTranslated(anna, '/exchange')
      const from = page.getByRole('group', { name: anna.t('ex.from') })
      await from.getByRole('textbox').fill('100')
      await anna.button('ex.swap').click()
      await expect(from.getByRole('button', { name: anna.t('ex.choose', { code: 'USD' }) })).toContainText('USD')
      await from.getByRole('button', { name: anna.t('ex.choose', { code: 'USD' }) }).click()
      await sheet.getByRole('button', { name: /^EUR\b/ }).click()
      await page.keyboard.press('Escape')
      await expect(from.getByRole('button', { name: anna.t('ex.choose', { code: 'EUR' }) })).toContainText('EUR')
      await expect(page.getByText(/1\s(EUR|RUB|USD)\s=\s[0-9,]+/).first()).toContainText('EUR')
      await whole()
    })

    await test.step('a transfer: more than there is, then a recipient and the review', async () => {
      await openTranslated(anna, '/wallet/send')
      await page.locator('input[autocomplete=tel-national]').fill('9120000001')
      await anna.button('common.continue').click()
      await anna.field('amount.label').fill('1000000')
      await expect(page.getByText(anna.t('reason.other_amount'))).toBeVisible()
      await anna.field('amount.label').fill('10')
      await anna.button('save.submit_amount', { amount: anna.money('10.00', anna.home) }).click()
      await expect(pin).toBeVisible()
      await whole()
    })

    await test.step('payment: a picture that holds no code', async () => {
      await openTranslated(anna, '/payment')
      await page.getByRole('tab', { name: anna.t('qrpay.tab_scan') }).click()
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
      await expect(page.getByText(anna.t('err.qr.type'))).toBeVisible()
      await whole()
    })
  },
)
