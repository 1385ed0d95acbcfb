import { giveMoney, type TestUser } from '#tests/builders'
import { codeRaster, png } from '#tests/e2e/qr-pictures'
import { aShopOrder } from '#tests/shop'
import { asSomebody, somebody } from './account-security.ts'
import type { Scene, Screen } from './scene.ts'

/** Money between people and to sellers: who it goes to, what waits for its recipient, what is asked for, and the codes to pay by. */
export const PEOPLE_AND_SELLERS: readonly Screen[] = [
  { name: 'recipients', who: 'long', path: '/wallet/recipients' },
  { name: 'recipients-one', who: 'long', path: '/wallet/recipients', reach: toRecipient, isOverlay: true },
  { name: 'home-incoming', who: 'nobody', path: '/auth', reach: toIncoming },
  { name: 'notifications-incoming', who: 'nobody', path: '/auth', reach: toIncomingList, isOverlay: true },
  { name: 'request-made', who: 'nobody', path: '/auth', reach: toRequest },
  { name: 'pay', who: 'nobody', path: '/auth', reach: toPayPage },
  { name: 'payment-code', who: 'long', path: '/payment', reach: toOwnCode },
  { name: 'payment-seller', who: 'nobody', path: '/auth', reach: toSeller, isOverlay: true },
]

async function toRecipient({ page }: Scene): Promise<void> {
  await page.locator('main li button').first().click()
  await page.getByRole('dialog').waitFor()
}

/** A transfer with a protection code waits for its recipient. */
async function toIncoming(scene: Scene): Promise<void> {
  const sender = await somebody(scene)
  await giveMoney(sender, [`900.00 ${scene.home}`])
  const told = { message: scene.language === 'ru' ? 'За билеты в театр' : 'For the theatre tickets', protection_code: '0417' }
  await asSomebody(scene, '/', ({ phone }) => sender.send('800.00', scene.home, { phone }, told))
}

async function toIncomingList(scene: Scene): Promise<void> {
  await toIncoming(scene)
  await scene.page.locator('header button[aria-haspopup=dialog]').last().click()
  await scene.page.getByRole('dialog').waitFor()
}

interface MadeRequest {
  readonly id: string
  /** Of the page that the request is paid on. */
  readonly link: string
}

async function askForMoney(scene: Scene, user: TestUser): Promise<MadeRequest> {
  const { id: account_id } = await user.account(scene.home)
  const message = scene.language === 'ru' ? 'Билеты в театр' : 'Theatre tickets'
  const { request } = await user.post('/v2/wallet/request', { account_id, amount: '800.00', message })
  return request as MadeRequest
}

async function toRequest(scene: Scene): Promise<void> {
  let id = ''
  await asSomebody(scene, '/', async (user) => {
    id = (await askForMoney(scene, user)).id
  })
  await scene.page.goto(`${scene.facts.url}/wallet/requests?id=${id}`, { waitUntil: 'networkidle' })
}

async function toPayPage(scene: Scene): Promise<void> {
  const { link } = await askForMoney(scene, await somebody(scene))
  await scene.page.goto(scene.facts.url + new URL(link).pathname, { waitUntil: 'networkidle' })
}

async function toOwnCode({ page }: Scene): Promise<void> {
  await page.getByText(/^https?:\/\/.*\/pay\//).waitFor()
}

/** A code of the sandbox's shop is read from a picture. */
async function toSeller(scene: Scene): Promise<void> {
  const { page, facts, home } = scene
  await asSomebody(scene, '/payment?tab=scan', (user) => giveMoney(user, [`5000.00 ${home}`]))
  const { code } = await aShopOrder(
    facts,
    home === 'RUB' ? { format: 'sbp', amount: '990.00' } : { format: 'epc', amount: '9.90' },
  )
  const chooser = page.waitForEvent('filechooser')
  await scene.button('qrpay.choose').click()
  await (await chooser).setFiles({ name: 'code.png', mimeType: 'image/png', buffer: png(codeRaster(code)) })
  await page.getByRole('dialog').locator('input').first().waitFor()
}
