import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aUser, decidePayment, type TestUser, until } from '#tests/builders'
import { aLivePage, hears, type LivePage } from '#tests/live-page'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
const pages: LivePage[] = []
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.leave()
  await wallet.expectTrueBooks()
})
afterAll(() => wallet.close())

/** A page of somebody's that has said hello. */
async function aPage(user: TestUser): Promise<LivePage> {
  const page = await aLivePage(user)
  pages.push(page)
  await until(async () => page.words().length > 0)
  return page
}

describe('what changes', () => {
  test('is heard by every page of the person within a second, and by nobody else', async () => {
    const [anna, ben] = await Promise.all([aUser(wallet), aUser(wallet)])
    const [phone, laptop, ofBen] = [await aPage(anna), await aPage(anna), await aPage(ben)]
    const { order } = await anna.post('/v2/wallet/top-up', { amount: '5.00', currency_code: 'USD' })
    await Promise.all([hears(phone, 'money'), hears(laptop, 'money')])
    const before = [phone.words().length, laptop.words().length]
    await decidePayment(wallet, String(order), 'pay')
    await until(async () => (await anna.state(String(order))) === 'complete')
    const credited = performance.now()
    await Promise.all([hears(phone, 'money', before[0]), hears(laptop, 'money', before[1])])
    expect((phone.heard.at(-1)?.atMs ?? Number.POSITIVE_INFINITY) - credited).toBeLessThan(1000)
    expect(ofBen.words()).toEqual(['hello'])
    await ben.topUp('5.00', 'USD')
    await hears(ofBen, 'money')
  })
})
