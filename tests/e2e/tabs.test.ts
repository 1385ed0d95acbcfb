import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Person } from './person.ts'

/** Counts the streams that the tabs of a browser have asked for. */
function streamsOf(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v2/wallet/live') count += 1
  })
  return () => count
}

const shows = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

test(
  'all tabs of a browser hear by one stream, which another takes over when its tab is closed',
  { tag: '@once' },
  async ({ page, context }, info) => {
    const streams = streamsOf(context)
    const anna = new Person(page, info)
    const user = await anna.arrive({ balances: [`100.00 ${anna.home}`] })
    await expect.poll(streams).toBe(1)
    const others: Page[] = []
    for (let count = 0; count < 7; count += 1) others.push(await context.newPage())
    for (const other of others) {
      await other.goto(anna.url)
      await shows(other, anna.balance('100.00', anna.home))
    }
    await user.topUp('10.00', anna.home)
    for (const tab of [page, ...others]) await shows(tab, anna.balance('110.00', anna.home))
    expect(streams()).toBe(1)

    await page.close()
    await expect.poll(streams).toBe(2)
    await user.topUp('10.00', anna.home)
    for (const other of others) await shows(other, anna.balance('120.00', anna.home))
    expect(streams()).toBe(2)
  },
)

test('what a stream that is held back on the way does not tell is asked for', { tag: '@once' }, async ({ page }, info) => {
  await page.clock.install()
  // Its head has come, and nothing else ever does.
  await page.addInitScript("Object.defineProperty(EventSource.prototype, 'onmessage', { set() {} })")
  const anna = new Person(page, info)
  const user = await anna.arrive({ balances: [`100.00 ${anna.home}`] })
  const opened = page.waitForRequest(/\/v2\/wallet\/live\?/)
  await page.clock.runFor(5000)
  await opened
  await user.topUp('10.00', anna.home)
  await page.clock.runFor(45_000)
  await shows(page, anna.balance('110.00', anna.home))
})

test('a browser that reports no network where there is one is not believed', { tag: '@once' }, async ({ page }, info) => {
  await page.addInitScript("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
  const anna = new Person(page, info)
  const user = await anna.arrive({ balances: [`100.00 ${anna.home}`] })
  await shows(page, anna.balance('100.00', anna.home))
  await expect(page.getByText(anna.t('offline.page_title'))).toHaveCount(0)
  await user.topUp('10.00', anna.home)
  await shows(page, anna.balance('110.00', anna.home))
  await anna.link('payment.withdrawal_btn').click()
  await anna.withdraw('10', '2200123456024821')
  await shows(page, anna.t('pay.success'))
})
