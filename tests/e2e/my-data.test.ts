import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { type Answer, ask } from '#tests/builders'
import { Person, PIN } from './person.ts'

test('a person takes their data along', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/settings', balances: [`100.00 ${anna.home}`] })
  await anna.button('data.title').click()
  await anna.expectAccessible()

  await test.step('what does not reach the server is told', async () => {
    await page.route('**/v2/wallet/profile/data.pdf', (route) => route.abort())
    await anna.button('data.pdf_btn').click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(anna.t('err.network'))
    await page.unroute('**/v2/wallet/profile/data.pdf')
  })

  await test.step('as a file to read and as one for programs, under a name, and no token is in an address', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const [format, begins] of [
      ['pdf', '%PDF-'],
      ['json', '{"status":"ok"'],
    ] as const) {
      const downloading = page.waitForEvent('download')
      await anna.button(`data.${format}_btn`).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${anna.brand.id}-[0-9-]{10}\\.${format}$`))
      expect((await readFile(await download.path(), 'latin1')).startsWith(begins)).toBe(true)
    }
    expect(asked.filter((address) => address.includes('/profile/data'))).toEqual([
      `${anna.url}/v2/wallet/profile/data.pdf`,
      `${anna.url}/v2/wallet/profile/data`,
    ])
  })
})

test('a person closes their wallet once nothing is in the way', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  const user = await anna.arrive({ path: '/settings', balances: [`100.00 ${anna.home}`] })
  const open = async (): Promise<void> => {
    await anna.button('data.title').click()
    await anna.button('closing.title').click()
    await anna.button('code.get').click()
  }

  await test.step('what is in the way is said, with what to do', async () => {
    await open()
    await expect(page.getByText(anna.t('closing.in_the_way'))).toBeVisible()
    const obstacle = page
      .getByRole('dialog')
      .getByRole('listitem')
      .filter({ hasText: anna.t(`currency.${anna.home}`) })
    await expect(obstacle).toContainText(anna.money('100.00', anna.home))
    for (const way of ['payment.withdrawal_btn', 'payment.exchange_btn', 'send.action'] as const) {
      await expect(obstacle.getByRole('link', { name: anna.t(way) })).toHaveAttribute('href', /currencyCode=/)
    }
    await expect(anna.button('common.retry')).toHaveCount(0)
    await anna.expectAccessible()
    await obstacle.getByRole('link', { name: anna.t('payment.withdrawal_btn') }).click()
    await expect(page).toHaveURL(new RegExp(`/wallet/withdrawal\\?currencyCode=${anna.home}$`))
  })

  await test.step('it is asked for again when that is done', async () => {
    const sent = await user.withdraw('100.00', anna.home, { pin: PIN })
    expect(sent).toMatchObject({ status: 'ok' })
    await page.goto(`${anna.url}/settings`)
    await open()
    await expect(anna.digits('pin.label')).toBeVisible()
    await anna.expectAccessible()
  })

  await test.step('a wrong PIN closes nothing and is told at its field', async () => {
    await anna.digits('code.label').fill(await anna.readCode())
    await anna.digits('pin.label').fill('0000')
    await anna.button('closing.submit').click()
    await expect(anna.digits('pin.label')).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('with the right one it is closed, and its person signed out', async () => {
    await anna.digits('pin.label').fill(PIN)
    await anna.button('closing.submit').click()
    await expect(page.getByText(anna.t('answer.wallet_closed'))).toBeVisible()
    await expect(page).toHaveURL(/\/auth/)
    const answer: Answer = await ask(anna, 'GET', '/v2/wallet', { token: user.token })
    expect(answer).toMatchObject({ http: 401 })
  })
})
