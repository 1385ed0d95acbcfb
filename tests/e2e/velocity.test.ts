import { expect } from '@playwright/test'
import { startBuiltWallet } from '#tests/built-wallet'
import { withOwnWallet } from './own-wallet.ts'
import { Person, PIN } from './person.ts'

// Whatever comes in here may not go out again at once, however little it is: the wallet is one of its own.
const environment = { VELOCITY_OUT_FLOOR_PERCENT: '0' }
const test = withOwnWallet((brand) => startBuiltWallet(brand, { environment }))

/** Sends on the form that is open, to the end of the sheet. */
async function send(anna: Person, boris: Person, amount: string): Promise<void> {
  await anna.page.locator('input[autocomplete=tel-national]').fill(boris.national)
  await anna.button('common.continue').click()
  const submit = { amount: anna.money(amount, anna.home) }
  await anna.field('amount.label').fill(amount)
  await anna.button('save.submit_amount', submit).click()
  const sheet = anna.page.getByRole('dialog')
  await sheet.getByLabel(anna.digitsName('pin.label'), { exact: true }).fill(PIN)
  await sheet.getByRole('button', { name: anna.t('save.submit_amount', submit), exact: true }).click()
}

test(
  'what a rule has caught is being checked for its sender, and its recipient has it once the operator lets it go',
  { tag: ['@once', '@full'] },
  async ({ page, browser, wallet, operator }, info) => {
    const anna = new Person(page, info, wallet)
    await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
    const elsewhere = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
    const boris = new Person(await elsewhere.newPage(), info, wallet)
    const hearing = boris.page.waitForResponse(/\/v2\/wallet\/live\?ticket=/)
    await boris.arrive()
    await hearing

    await test.step('the sheet says so, and how long it takes', async () => {
      await send(anna, boris, '450.00')
      await expect(anna.heading('send.checking')).toBeVisible()
      await expect(page.getByText(anna.t('send.checking_text'))).toBeVisible()
      await expect(anna.button('send.take_back')).toBeVisible()
    })
    await test.step('so does its line on Home', async () => {
      await anna.button('common.done').click()
      await expect(page.getByRole('button', { name: anna.t('transaction.state.held') }).first()).toBeVisible()
      await expect(page.getByText(anna.balance('50.00', anna.home)).first()).toBeVisible()
    })
    await test.step('let go, it is on the recipient’s page without a reload', async () => {
      const [, id = ''] = /^(\S+) .* transfer_held /m.exec(await operator('cases', 'list')) ?? []
      await expect(boris.page.getByText(boris.balance('450.00', boris.home))).toHaveCount(0)
      await operator('cases', 'resolve', id, 'release')
      await expect(boris.page.getByText(boris.balance('450.00', boris.home)).first()).toBeVisible()
      await expect(page.getByRole('button', { name: anna.t('transaction.state.held') })).toHaveCount(0)
    })
    await elsewhere.close()
  },
)

test('what is being checked is taken back from the sheet', { tag: '@once' }, async ({ page, wallet }, info) => {
  const anna = new Person(page, info, wallet)
  await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
  await send(anna, new Person(page, info, wallet), '400.00')
  await expect(page.getByText(anna.t('send.checking_text'))).toBeVisible()
  await anna.button('send.take_back').click()
  await expect(page).toHaveURL(`${anna.url}/`)
  await expect(page.getByText(anna.balance('500.00', anna.home)).first()).toBeVisible()
})
