import { expect, test } from '@playwright/test'
import { Person } from './person.ts'
import { switchOff } from './switch-off.ts'

test(
  'beside Home stands what helps there, all in the first view of a desktop',
  { tag: ['@desktop', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle([`500.00 ${anna.home}`, `20.00 ${anna.second}`])
    await user.topUp('100.00', anna.home)
    await user.withdraw('40.00', anna.home)
    await page.goto(anna.url)
    const pane = page.getByRole('complementary', { name: anna.t('profile.title') })
    const rates = pane.getByRole('region', { name: anna.t('side.rates') })
    const month = pane.getByRole('region', { name: anna.t('side.month') })

    await test.step('who it is, rates, the month, recent recipients; no settings', async () => {
      await expect(pane.getByRole('link', { name: anna.fullName })).toHaveAttribute('href', '/settings')
      await expect(rates.getByRole('link')).toContainText([anna.second])
      await expect(month).toContainText('+')
      await expect(month).toContainText(anna.money('-40.00', anna.home))
      await expect(pane.getByRole('region', { name: anna.t('side.recent') }).getByRole('link', { name: /4821/ })).toBeVisible()
      await expect(pane.getByRole('combobox')).toHaveCount(0)
      await expect(pane.getByRole('button', { name: anna.t('profile.logout') })).toHaveCount(0)
      await anna.expectAccessible()
    })

    await test.step('total, accounts, the last operation, rates and limits are seen without scrolling', async () => {
      for (const shown of [
        page.getByRole('button', { name: anna.t('panel.assets.total', { amount: '' }).trim() }),
        page.getByRole('region', { name: anna.t('carousel.label') }),
        page.getByText(anna.money('-40.00', anna.home), { exact: true }).first(),
        rates,
        pane.getByRole('region', { name: anna.t('levels.rest_title') }),
      ]) {
        await expect(shown).toBeInViewport({ ratio: 1 })
      }
    })

    await test.step('the greeting is a small line on every screen but Home', async () => {
      const greeting = page.getByText(
        anna.t('header.greeting', { greeting: anna.t('welcome.greetings'), first_name: anna.firstName }),
      )
      await expect(greeting).toHaveCSS('font-size', '24px')
      await anna.link('nav.wallet').click()
      await expect(greeting).toHaveCSS('font-size', '14px')
    })

    await test.step('the settings have language, theme, documents and support', async () => {
      await anna.link('nav.settings').click()
      await expect(anna.field('profile.language')).toBeVisible()
      await expect(anna.field('profile.theme')).toBeVisible()
      await expect(page.getByRole('region', { name: anna.t('policy.title') })).toBeVisible()
      await expect(page.getByRole('link', { name: anna.brand.support.phone })).toBeVisible()
      await expect(pane.getByText('anna@mail.example')).toBeVisible()
    })
  },
)

test('a desktop is walked by keys, and not while something is typed', { tag: ['@desktop', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ balances: [`10.00 ${anna.home}`] })
  await expect(anna.heading('transactions.title')).toBeVisible()
  const keys = page.getByRole('dialog', { name: anna.t('keys.title') })

  await test.step('a question mark shows them', async () => {
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(keys).toBeVisible({ timeout: 1000 })
    }).toPass()
    await anna.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  })

  await test.step('g and a letter go to a place', async () => {
    for (const [letter, address] of [
      ['w', '/wallet'],
      ['t', '/history'],
      ['s', '/settings'],
      ['h', '/'],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await expect(page).toHaveURL(anna.url + address)
    }
  })

  await test.step('a slash focuses a search, in which keys are letters', async () => {
    const search = page.getByRole('main').locator('input[data-search]')
    // The screens that were passed through are gone.
    await expect(search).toHaveCount(0)
    await expect(anna.heading('transactions.title')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page).toHaveURL(`${anna.url}/history`)
    await expect(search).toBeFocused()
    await page.keyboard.type('gw?/')
    await expect(search).toHaveValue('gw?/')
    await expect(keys).toBeHidden()
    await anna.link('nav.home').click()
    await expect(anna.heading('transactions.title')).toBeVisible()
  })

  await test.step('switched off they are only keys, until they are switched on in the settings', async () => {
    await page.keyboard.press('?')
    await keys.getByRole('checkbox', { name: anna.t('keys.on') }).uncheck()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.keyboard.press('?')
    await expect(page).toHaveURL(`${anna.url}/`)
    await expect(keys).toBeHidden()
    await anna.link('nav.settings').click()
    await anna.button('keys.title').click()
    await keys.getByRole('checkbox', { name: anna.t('keys.on') }).check()
  })
})

test('what is switched off takes no place on Home', { tag: '@brand' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.settle([`10.00 ${anna.home}`])
  const block = page.getByRole('region', { name: anna.t('qr_payment.title') })
  const height = async () => (await block.boundingBox())?.height ?? 0

  await page.goto(anna.url)
  for (const key of [
    'payment.topup_btn',
    'send.action',
    'payment.exchange_btn',
    'payment.withdrawal_btn',
    'requests.action_short',
  ] as const) {
    await expect(page.getByRole('main').getByRole('link', { name: anna.t(key), exact: true })).toBeVisible()
  }
  await switchOff(page, ['topup', 'p2p', 'exchange', 'market', 'qr_payment'])
  await page.reload()
  await expect(anna.link('payment.withdrawal_btn')).toBeVisible()
  for (const key of ['payment.topup_btn', 'send.action', 'payment.exchange_btn', 'requests.action_short'] as const) {
    await expect(page.getByRole('main').getByRole('link', { name: anna.t(key), exact: true })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: anna.t(key), exact: true })).toHaveCount(0)
  }
  // The specification's block stays, but small. A brand without a market does not offer what is off.
  await expect(block).toContainText(anna.t(anna.brand.qrBlock === 'market' ? 'qr_payment.description' : 'qrpay.off'))
  expect(await height()).toBeLessThanOrEqual(120)
  await anna.expectAccessible()
  await anna.expectNoSidewaysScroll()
})
