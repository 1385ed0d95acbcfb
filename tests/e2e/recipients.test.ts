import { expect, type Page, test } from '@playwright/test'
import type { TestUser } from '#tests/builders'
import { NAMES, signUp } from '#tests/sign-up'
import { Person } from './person.ts'

const CARD = '2200123456024821'

function signUpOf({ brand, url, language, phone }: Person): Promise<TestUser> {
  return signUp({ brand: brand.id, url }, language, { phone })
}

function shownName({ language }: Person): string {
  const { firstName, lastName } = NAMES[language]
  return `${firstName} ${lastName.charAt(0)}.`
}

test('whom one has sent to is named, found, sent to again and removed', { tag: '@corners' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const boris = new Person(page, info)
  const user = await anna.settle([`500.00 ${anna.home}`])
  await signUpOf(boris)
  expect(await user.send('50.00', anna.home, { phone: boris.phone })).toMatchObject({ status: 'ok' })
  expect(await user.withdraw('20.00', anna.home, { pan: CARD })).toMatchObject({ status: 'ok' })
  const list = page.getByRole('list', { name: anna.t('recipients.title') })
  const row = (name: string) => list.getByRole('button', { name })
  const sheet = page.getByRole('dialog')

  await test.step('the form of a transfer leads to the list of people, and from there to all', async () => {
    await page.goto(`${anna.url}/wallet/send`)
    await anna.link('recipients.all').click()
    await expect(anna.heading('recipients.title')).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    // Chosen once the address says so.
    await page.getByRole('radio', { name: anna.t('recipients.kinds.all') }).click()
    await expect(page.getByRole('radio', { name: anna.t('recipients.kinds.all') })).toBeChecked()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('listitem').first()).toContainText('4821')
    await anna.expectNoSidewaysScroll()
    await anna.expectAccessible()
  })

  await test.step('a name of one’s own and a favourite stand in the list and in the form', async () => {
    await row(shownName(anna)).click()
    await sheet.getByRole('button', { name: anna.t('recipients.name'), exact: true }).click()
    await sheet.getByLabel(anna.t('field.own_name')).fill('  Lena & co  ')
    await sheet.getByRole('button', { name: anna.t('common.save') }).click()
    await expect(sheet.getByRole('heading', { name: 'Lena & co' })).toBeVisible()
    await sheet.getByRole('button', { name: anna.t('recipients.favourite_add') }).click()
    await expect(sheet.getByRole('button', { name: anna.t('recipients.favourite_remove') })).toBeVisible()
    await anna.expectAccessible()
    await page.keyboard.press('Escape')
    await expect(list.getByRole('listitem').first()).toContainText(`Lena & co${shownName(anna)}`)
    await page.goto(`${anna.url}/wallet/send`)
    await expect(page.getByRole('radio', { name: 'Lena & co' })).toBeVisible()
    await page.goto(`${anna.url}/wallet/recipients`)
  })

  await test.step('the search finds by the name, and says when it finds nothing', async () => {
    const search = anna.field('recipients.search')
    await search.fill('lena')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await search.fill('zzz')
    await expect(page.getByText(anna.t('search.empty', { q: 'zzz' }))).toBeVisible()
    await search.fill('')
    await expect(list.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('sending again fills in whom and in which currency', async () => {
    await row('Lena & co').click()
    await sheet.getByRole('link', { name: anna.t('send.action') }).click()
    await expect(anna.heading('send.title')).toBeVisible()
    await expect(page.getByText(shownName(anna)).first()).toBeVisible()
    await page.goto(`${anna.url}/wallet/recipients?kind=card`)
    await row('4821').click()
    await sheet.getByRole('link', { name: anna.t('send.action') }).click()
    await expect(anna.heading('wd.title')).toBeVisible()
    await expect(anna.field('wd.card')).toHaveValue(/4821/)
    await anna.button('save.other').click()
    await expect(anna.field('wd.card')).toHaveValue('')
  })

  await test.step('whoever is removed is gone from the list and the form', async () => {
    await page.goto(`${anna.url}/wallet/recipients`)
    await row('Lena & co').click()
    await sheet.getByRole('button', { name: anna.t('recipients.remove') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: anna.t('recipients.remove_yes'), exact: true })
      .click()
    await expect(page.getByText(anna.t('answer.recipient_removed'))).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await page.goto(`${anna.url}/wallet/send`)
    await expect(anna.button('common.continue')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Lena & co' })).toHaveCount(0)
  })
})

test(
  'a receipt of a withdrawal leads to the same card again, with the amount',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const user = await anna.settle([`500.00 ${anna.home}`])
    expect(await user.withdraw('20.00', anna.home, { pan: CARD })).toMatchObject({ status: 'ok' })
    await page.goto(`${anna.url}/history`)
    await page.getByRole('button', { name: /4821/ }).first().click()
    await anna.link('receipt.repeat').click()
    await expect(anna.field('wd.card')).toHaveValue(/4821/)
    await expect(anna.field('amount.label')).toHaveValue(/^20/)
  },
)

test(
  'before anything was sent the list says so, and after a failure it can be asked again',
  { tag: ['@brand', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.settle()
    let fails = true
    await page.route('**/v2/wallet/recipients*', (route) => (fails ? route.abort() : route.continue()))
    await page.goto(`${anna.url}/settings`)
    await anna.link('recipients.title').click()
    await expect(page.getByText(anna.t('recipients.error'))).toBeVisible()
    fails = false
    await anna.button('common.retry').click()
    await expect(page.getByText(anna.t('recipients.empty'))).toBeVisible()
    await anna.expectAccessible()
  },
)

/** Gives the page a Contact Picker in which somebody with these numbers is chosen, or nobody. */
async function giveContacts(
  page: Page,
  chosen: { readonly name: readonly string[]; readonly tel: readonly string[] } | undefined,
) {
  await page.addInitScript(`Object.defineProperty(navigator, 'contacts', { configurable: true, value: {
    select(properties, options) {
      window.askedOfContacts = [properties, options]
      return Promise.resolve(${JSON.stringify(chosen === undefined ? [] : [chosen])})
    },
  } })`)
}

test(
  'a contact of the phone fills in one number, and nothing else of it leaves the page',
  { tag: '@size' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const boris = new Person(page, info)
    await signUpOf(boris)
    const other = anna.language === 'ru' ? '+7 495 000-00-00' : '+44 20 7946 0000'
    await giveContacts(page, { name: ['Boris from work'], tel: [other, `+${boris.phone}`, ` +${boris.phone} `] })
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
    await anna.arrive({ path: '/wallet/send', balances: [`500.00 ${anna.home}`] })
    await anna.button('send.contacts').click()
    await expect(page.getByText(anna.t('send.contact_numbers_of', { person: 'Boris from work' }))).toBeVisible()
    await anna.expectNoSidewaysScroll()
    await anna.expectAccessible()
    await page.getByRole('button', { name: `+${boris.phone}`, exact: true }).click()
    await expect(page.locator('input[autocomplete=tel-national]')).not.toHaveValue('')
    expect(await page.evaluate('window.askedOfContacts')).toEqual([['name', 'tel'], { multiple: false }])
    await anna.button('common.continue').click()
    await expect(page.getByText(shownName(anna)).first()).toBeVisible()
    const sent = bodies.join('\n')
    expect(sent).toContain(boris.phone)
    expect(sent).not.toContain('Boris from work')
    expect(sent.replaceAll(/\D/g, '')).not.toContain(other.replaceAll(/\D/g, ''))
  },
)

test(
  'a contact without a number says so, and one that is not chosen changes nothing',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await giveContacts(page, { name: ['Boris'], tel: [] })
    await anna.arrive({ path: '/wallet/send' })
    await anna.button('send.contacts').click()
    await expect(page.getByText(anna.t('send.contact_empty'))).toBeVisible()
    await page.locator('input[autocomplete=tel-national]').fill('9120000000')
    await giveContacts(page, undefined)
    await page.reload()
    await page.locator('input[autocomplete=tel-national]').fill('9120000000')
    await anna.button('send.contacts').click()
    await expect(page.locator('input[autocomplete=tel-national]')).toHaveValue(/912/)
    await expect(page.getByText(anna.t('send.contact_empty'))).toHaveCount(0)
  },
)

test('a browser without a Contact Picker is offered none', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await page.addInitScript("Object.defineProperty(navigator, 'contacts', { value: undefined })")
  await anna.arrive({ path: '/wallet/send' })
  await expect(anna.button('common.continue')).toBeVisible()
  await expect(anna.button('send.contacts')).toHaveCount(0)
})
