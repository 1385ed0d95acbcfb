import { expect, type Page, test } from '@playwright/test'
import { levelTitle } from '#texts/level-name'
import type { TextKey } from '#texts/texts'
import { Person } from './person.ts'

const CHECK_PAGE = /\/sandbox\/identity\/[0-9a-f-]{36}$/
const RESULT = /\/ondato\/result$/

/** The identification card, wherever it stands. */
function card(page: Page, anna: Person) {
  return page.getByRole('region', { name: anna.t('kyc.section'), exact: true })
}

function levelName(anna: Person, name: TextKey): string {
  return levelTitle((key, parameters) => anna.t(key, parameters), anna.t(name))
}

const BASIC = 'level.basic'
const FULL = 'level.full'

async function signedUp(page: Page, anna: Person): Promise<void> {
  await anna.arrive({ path: '/settings' })
  await expect(card(page, anna)).toContainText(levelName(anna, BASIC))
}

async function begin(page: Page, anna: Person): Promise<void> {
  await card(page, anna)
    .getByRole('button', { name: anna.t('kyc.upgrade') })
    .click()
  await expect(page).toHaveURL(CHECK_PAGE)
}

test(
  'a person upgrades, is approved on the provider’s page, and has the level and its notice [e2e-identity-1]',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await signedUp(page, anna)
    await anna.expectNoSidewaysScroll()
    await begin(page, anna)
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await page.locator('button[value=approve]').click()
    await expect(page).toHaveURL(RESULT)
    await expect(anna.heading('ondato.complete')).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    await anna.link('finish.home').click()
    await expect(page).toHaveURL(`${anna.url}/`)
    await page.getByRole('button', { name: anna.t('notif.unread', { n: 2 }) }).click()
    await expect(page.getByText(anna.t('notification.identification_complete', { level: anna.t(FULL) }))).toBeVisible()

    await page.goto(`${anna.url}/settings`)
    await expect(card(page, anna)).toContainText(levelName(anna, FULL))
    await expect(card(page, anna)).toContainText(anna.t('kyc.status.complete'))
    const help = card(page, anna).getByRole('button', { name: anna.t('kyc.help_open') })
    await expect(card(page, anna).getByRole('button')).toHaveCount(1)
    // The level after it is given by hand.
    await help.click()
    await page.getByRole('button', { name: anna.t('kyc.next') }).click()
    const howto = page.getByRole('dialog', { name: anna.t('kyc.howto') })
    await expect(howto).toContainText(anna.language === 'ru' ? /Напишите в.поддержку/ : 'Contact support')
    await anna.expectAccessible()
    await howto.getByRole('button', { name: anna.t('common.close') }).click()
    await expect(howto).toBeHidden()
    await expect(page).toHaveURL(`${anna.url}/settings`)
  },
)

test('an identification that is left open, aborted and tried again', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const shown = card(page, anna)
  await signedUp(page, anna)
  await begin(page, anna)
  const check = page.url()

  await test.step('left open it stays pending: refresh reloads the page, and the same check can be gone on with [e2e-identity-2]', async () => {
    await page.locator('a.leave').click()
    await expect(page).toHaveURL(RESULT)
    await expect(anna.heading('ondato.title')).toBeVisible()
    await expect(page.getByText(anna.t('ondato.text1'))).toBeVisible()
    await expect(page.getByText(anna.t('ondato.text2'))).toBeVisible()
    await anna.expectAccessible()
    await anna.expectNoSidewaysScroll()
    // Told twice that the provider waits for its person, the page says so.
    await expect(anna.heading('ondato.unfinished')).toBeVisible()
    await anna.expectAccessible()
    await anna.button('kyc.continue').click()
    await expect(page).toHaveURL(check)
    await page.goto(`${anna.url}/settings`)
    await expect(shown).toContainText(anna.t('kyc.status.pending'))
    await expect(shown).toContainText(anna.t('kyc.takes'))
    await anna.expectAccessible()

    const reloaded = page.waitForEvent('load')
    await shown.getByRole('button', { name: anna.t('kyc.refresh') }).click()
    await reloaded
    await expect(page.getByText(anna.t('kyc.refreshed'))).toBeVisible()
    await expect(shown).toContainText(anna.t('kyc.status.pending'))
    await shown.getByRole('button', { name: anna.t('kyc.continue') }).click()
    await expect(page).toHaveURL(check)
  })

  await test.step('an aborted identification says why and is tried again [e2e-identity-3]', async () => {
    await page.locator('button[value=abort]').click()
    await expect(page).toHaveURL(RESULT)
    await expect(anna.heading('ondato.aborted')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(anna.t('kyc.reason.cancelled'))
    await anna.expectAccessible()
    await page.goto(`${anna.url}/settings#identification`)
    await expect(page.locator(':focus')).toContainText(anna.t('kyc.status.aborted'))
    await expect(shown).toContainText(anna.t('kyc.reason.cancelled'))
    await anna.expectAccessible()
    await page.goto(`${anna.url}/ondato/result`)
    await anna.button('kyc.retry').click()
    await expect(page).toHaveURL(CHECK_PAGE)
    expect(page.url()).not.toBe(check)
    await page.locator('button[value=approve]').click()
    await expect(anna.heading('ondato.complete')).toBeVisible()
  })
})

test(
  'documents that were handed in are told to be under way, and a refusal says why and what to do',
  { tag: ['@once', '@full'] },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    const shown = card(page, anna)
    await signedUp(page, anna)
    await expect(shown).toContainText(anna.t('kyc.text.none', { takes: anna.t('kyc.takes') }))
    await begin(page, anna)
    const check = page.url()
    await page.locator('button[value=submit]').click()
    await expect(page).toHaveURL(RESULT)
    await expect(anna.heading('ondato.title')).toBeVisible()
    await page.getByRole('link', { name: anna.t('ondato.check') }).click()
    await expect(shown).toContainText(anna.t('kyc.text.other', { takes: anna.t('kyc.takes') }))
    await expect(shown.locator('[aria-description=review]')).toHaveText(anna.t('kyc.status.other'))
    await expect(shown.getByRole('button', { name: anna.t('kyc.continue') })).toHaveCount(0)
    await anna.expectAccessible()

    await page.request.post(check, { data: { outcome: 'photo' } })
    await shown.getByRole('button', { name: anna.t('kyc.refresh') }).click()
    await expect(shown).toContainText(anna.t('kyc.reason.photo'))
    await expect(shown).toContainText(anna.t('kyc.status.aborted'))
    await expect(shown.getByRole('button', { name: anna.t('kyc.retry') })).toBeVisible()
    await anna.expectAccessible()
  },
)
