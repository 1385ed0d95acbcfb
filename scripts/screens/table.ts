import type { Brand, Method } from '#brands/brand'
import { switchOff } from '#tests/e2e/switch-off'
import { ACCOUNT_SECURITY } from './account-security.ts'
import { PEOPLE_AND_SELLERS } from './people.ts'
import type { Facts, Scene, Screen } from './scene.ts'

const pays = (kind: 'topup' | 'withdrawal', method: Method) => (brand: Brand) => brand.methods[kind].includes(method)
const finish = (stage: keyof Facts['orders']) => (facts: Facts) => `/wallet/payments/finish?order=${facts.orders[stage]}`

/** Every screen of the specification and its main states. A screen that is not there yet shows that it is not there. */
export const SCREENS: readonly Screen[] = [
  { name: 'auth-in', who: 'nobody', path: '/auth' },
  { name: 'log-in', who: 'nobody', path: '/auth/login' },
  { name: 'log-in-code', who: 'nobody', path: '/auth/login', reach: toLoginCode },
  { name: 'register', who: 'nobody', path: '/auth/register' },
  { name: 'register-faults', who: 'nobody', path: '/auth/register', reach: toFaults },
  { name: 'register-country', who: 'nobody', path: '/auth/register', reach: toPhoneCountries, isOverlay: true },
  { name: 'register-code', who: 'nobody', path: '/auth/register', reach: toRegisterCode },
  { name: 'register-pin', who: 'nobody', path: '/auth/register', reach: toPin },
  { name: 'document', who: 'nobody', path: (facts) => facts.brand.documents[0]?.url ?? '/documents/none' },
  { name: 'home', who: 'long', path: '/' },
  { name: 'home-empty', who: 'fresh', path: '/' },
  { name: 'home-hidden', who: 'long', path: '/', reach: (scene) => scene.press('balance.hide') },
  { name: 'home-market', who: 'long', path: '/', reach: toQr, isOverlay: true, isOf: ({ qrBlock }) => qrBlock === 'market' },
  { name: 'notifications', who: 'long', path: '/', reach: toNotifications, isOverlay: true },
  { name: 'notice-settings', who: 'long', path: '/settings#notices', reach: toDialog, isOverlay: true },
  { name: 'receipt', who: 'long', path: '/', reach: toReceipt, isOverlay: true },
  {
    name: 'receipt-failed',
    who: 'long',
    path: (facts) => `/history?operation=${facts.orders.failed}`,
    reach: toDialog,
    isOverlay: true,
  },
  { name: 'panel-assets', who: 'long', path: '/', reach: toAssets, isOverlay: true },
  { name: 'wallet', who: 'long', path: '/wallet' },
  { name: 'wallet-id', who: 'long', path: (facts) => `/wallet/${facts.accountId}` },
  {
    name: 'wallet-id-edit',
    who: 'long',
    path: (facts) => `/wallet/${facts.accountId}`,
    reach: async (scene) => scene.button('account.edit').click(),
    isOverlay: true,
  },
  {
    name: 'wallet-id-requisites',
    who: 'long',
    path: (facts) => `/wallet/${facts.accountId}`,
    reach: async (scene) => {
      await scene.press('requisites.bank_title')
      await toDialog(scene)
    },
    isOverlay: true,
  },
  { name: 'wallet-id-address', who: 'long', path: '/wallet', reach: toAddress, isOverlay: true },
  {
    name: 'wallet-order',
    who: 'long',
    path: '/wallet',
    reach: async (scene) => scene.button('accounts.order').click(),
    isOverlay: true,
  },
  { name: 'wallet-id-unknown', who: 'long', path: '/wallet/00000000-0000-7000-8000-000000000000' },
  { name: 'wallet-save', who: 'long', path: '/wallet/save' },
  { name: 'wallet-save-create', who: 'fresh', path: '/wallet/save?create=EUR' },
  { name: 'topup', who: 'long', path: '/wallet/topup' },
  { name: 'topup-filled', who: 'long', path: '/wallet/topup', reach: toTopUp },
  {
    name: 'topup-cash',
    who: 'long',
    path: '/wallet/topup',
    reach: (scene) => choose(scene, 'method.cash'),
    isOf: pays('topup', 'cash'),
  },
  { name: 'finish-waiting', who: 'long', path: finish('waiting') },
  { name: 'finish-success', who: 'long', path: finish('complete') },
  { name: 'finish-failed', who: 'long', path: finish('failed') },
  { name: 'finish-nothing', who: 'long', path: '/wallet/payments/finish' },
  { name: 'withdrawal', who: 'long', path: '/wallet/withdrawal' },
  {
    name: 'withdrawal-short',
    who: 'fresh',
    path: '/wallet/withdrawal',
    reach: (scene) => scene.field('amount.label').fill('2500'),
  },
  {
    name: 'withdrawal-sbp',
    who: 'long',
    path: '/wallet/withdrawal',
    reach: (scene) => choose(scene, 'method.sbp'),
    isOf: pays('withdrawal', 'sbp'),
  },
  {
    name: 'withdrawal-cash',
    who: 'long',
    path: '/wallet/withdrawal',
    reach: (scene) => choose(scene, 'method.cash'),
    isOf: pays('withdrawal', 'cash'),
  },
  { name: 'withdrawal-account', who: 'long', path: '/wallet/withdrawal', reach: toAccounts, isOverlay: true },
  { name: 'withdrawal-pin', who: 'long', path: '/wallet/withdrawal', reach: toWithdrawalPin, isOverlay: true },
  { name: 'withdrawal-done', who: 'long', path: '/wallet/withdrawal', reach: toWithdrawalDone, isOverlay: true },
  { name: 'withdrawal-failed', who: 'long', path: '/wallet/withdrawal', reach: toWithdrawalFailed, isOverlay: true },
  { name: 'send', who: 'long', path: '/wallet/send' },
  { name: 'ask', who: 'long', path: '/wallet/ask' },
  { name: 'requests', who: 'long', path: '/wallet/requests' },
  { name: 'pay-unknown', who: 'nobody', path: '/pay/0000000000000000' },
  { name: 'exchange', who: 'long', path: '/exchange' },
  { name: 'exchange-filled', who: 'long', path: '/exchange', reach: (scene) => scene.give('12345678.90') },
  { name: 'exchange-too-much', who: 'fresh', path: '/exchange', reach: (scene) => scene.give('100') },
  { name: 'exchange-account', who: 'long', path: '/exchange', reach: toExchangeAccounts, isOverlay: true },
  { name: 'exchange-review', who: 'long', path: '/exchange', reach: toExchangeReview, isOverlay: true },
  { name: 'exchange-done', who: 'long', path: '/exchange', reach: toExchangeDone, isOverlay: true },
  { name: 'exchange-alert', who: 'long', path: '/exchange', reach: (scene) => scene.press('alerts.open'), isOverlay: true },
  { name: 'exchange-confirm', who: 'long', path: '/exchange', reach: toExchangeReceipt },
  { name: 'payment', who: 'long', path: '/payment' },
  { name: 'payment-scan', who: 'long', path: '/payment', reach: toScan },
  { name: 'history', who: 'long', path: '/history' },
  { name: 'history-statistics', who: 'long', path: '/history', reach: toStatistics },
  { name: 'history-range', who: 'long', path: '/history', reach: toRange, isOverlay: true },
  { name: 'history-empty', who: 'fresh', path: '/history' },
  { name: 'history-found', who: 'long', path: '/history?kind=exchange&state=complete&min=10' },
  { name: 'history-nothing', who: 'long', path: '/history?q=nothing&direction=out' },
  { name: 'history-filters', who: 'long', path: '/history', reach: (scene) => scene.press('hist.filters'), isOverlay: true },
  { name: 'history-statement', who: 'long', path: '/history', reach: (scene) => scene.press('statement.open'), isOverlay: true },
  { name: 'settings', who: 'long', path: '/settings' },
  { name: 'settings-level', who: 'long', path: '/settings', reach: (scene) => scene.press('kyc.help_open'), isOverlay: true },
  { name: 'settings-limits', who: 'long', path: '/settings#limits', reach: toDialog, isOverlay: true },
  { name: 'settings-push', who: 'long', path: '/settings', reach: (scene) => scene.press('notices.row'), isOverlay: true },
  { name: 'settings-logout', who: 'long', path: '/settings', reach: (scene) => scene.press('profile.logout'), isOverlay: true },
  { name: 'settings-data', who: 'fresh', path: '/settings', reach: toData, isOverlay: true },
  { name: 'settings-close', who: 'fresh', path: '/settings', reach: toClosing, isOverlay: true },
  { name: 'settings-close-refused', who: 'long', path: '/settings', reach: toObstacles, isOverlay: true },
  { name: 'ondato-result', who: 'long', path: '/ondato/result' },
  { name: 'not-found', who: 'long', path: '/no/such/page' },
  { name: 'crash', who: 'long', path: '/', reach: toCrash },
  { name: 'offline', who: 'long', path: '/', reach: toOffline },
  ...PEOPLE_AND_SELLERS,
  ...ACCOUNT_SECURITY,
]

async function toData(scene: Scene): Promise<void> {
  await scene.press('data.title')
  await scene.button('data.pdf_btn').waitFor()
}

async function toClosing(scene: Scene): Promise<void> {
  await toData(scene)
  await scene.press('closing.title')
}

async function toObstacles(scene: Scene): Promise<void> {
  await toClosing(scene)
  await scene.press('code.get')
  await scene.page.getByText(scene.t('closing.in_the_way')).waitFor()
}

async function toLoginCode(scene: Scene): Promise<void> {
  await scene.typePhone()
  await scene.press('login.submit')
  await scene.button('code.confirm').waitFor()
}

async function toFaults(scene: Scene): Promise<void> {
  for (const key of ['field.first_name', 'field.email'] as const) {
    await scene.field(key).focus()
    await scene.page.keyboard.press('Tab')
  }
  await scene.field('field.email').fill('anna@')
  await scene.page.keyboard.press('Tab')
}

async function toPhoneCountries({ page }: Scene): Promise<void> {
  await page.locator('form button[aria-haspopup=dialog]').last().click()
  await page.getByRole('combobox').waitFor()
}

async function toRegisterCode(scene: Scene): Promise<void> {
  await scene.field('field.first_name').fill(scene.language === 'ru' ? 'Константин' : 'Maximilian')
  await scene.page
    .getByLabel(scene.t('field.last_name'))
    .fill(scene.language === 'ru' ? 'Константинопольский' : 'Featherstonehaugh')
  await scene.field('field.email').fill('konstantin.konstantinopolsky@mail.example')
  await scene.typePhone()
  if (scene.facts.brand.register.address) await typeAddress(scene)
  await scene.press('common.continue')
  await scene.button('code.confirm').waitFor()
}

async function toPin(scene: Scene): Promise<void> {
  // Step 3 goes on after a reload: the browser remembers that the PIN is still to come.
  await scene.page.evaluate(
    `localStorage.setItem('wallet.token', '${scene.facts.tokens.fresh}'); localStorage.setItem('wallet.pin_pending', 'yes')`,
  )
  await scene.page.reload()
  await scene.button('pin.setup.submit').waitFor()
}

async function typeAddress(scene: Scene): Promise<void> {
  await scene.page.getByRole('button', { name: new RegExp(`^${scene.t('field.country')}(:|$)`) }).click()
  await scene.page.getByRole('combobox').fill('GB')
  await scene.page.getByRole('option').first().click()
  await scene.field('field.city').fill('Llanfairpwllgwyngyll')
  await scene.field('field.zip').fill('LL61 5UJ')
  await scene.field('field.address').fill('Holyhead Road 1234, the very long building')
}

async function toQr(scene: Scene): Promise<void> {
  await switchOff(scene.page, ['qr_payment'])
  await scene.page.reload()
  await scene.press('qr.market')
  await scene.page.getByRole('alertdialog').waitFor()
}

async function toNotifications({ page }: Scene): Promise<void> {
  await page.locator('header button[aria-haspopup=dialog]').last().click()
  await page.getByRole('dialog').waitFor()
}

async function toDialog({ page }: Scene): Promise<void> {
  await page.getByRole('dialog').waitFor()
}

async function toReceipt(scene: Scene): Promise<void> {
  await scene.page.locator('main li button').first().click()
  await scene.page.getByRole('dialog', { name: scene.t('receipt.title') }).waitFor()
}

async function toAssets({ page }: Scene): Promise<void> {
  await page.locator('main button', { hasText: '≈' }).click()
  await page.getByRole('dialog').waitFor()
}

async function choose(scene: Scene, key: 'method.cash' | 'method.sbp'): Promise<void> {
  await scene.page.getByRole('radio', { name: scene.t(key) }).check({ force: true })
}

async function toTopUp(scene: Scene): Promise<void> {
  await scene.field('amount.label').fill('123456789.00')
  await scene.page.getByRole('checkbox').check()
}

async function toAccounts({ page }: Scene): Promise<void> {
  await page.locator('main button[aria-haspopup=dialog]').first().click()
  await page.getByRole('dialog').waitFor()
}

async function toWithdrawalPin(scene: Scene): Promise<void> {
  await reviewWithdrawal(scene, '2200123456047715')
}

async function toWithdrawalDone(scene: Scene): Promise<void> {
  await reviewWithdrawal(scene, '2200123456047715')
  await givePin(scene)
  await scene.page.getByText(scene.t('pay.success')).first().waitFor()
}

async function toWithdrawalFailed(scene: Scene): Promise<void> {
  await reviewWithdrawal(scene, '2200123456010002')
  await givePin(scene)
  await scene.page.getByText(scene.t('pay.failed')).first().waitFor()
}

async function reviewWithdrawal(scene: Scene, pan: string): Promise<void> {
  await scene.field('amount.label').fill('500')
  await scene.payTo(pan)
}

async function givePin(scene: Scene): Promise<void> {
  const sheet = scene.page.getByRole('dialog')
  await sheet.locator('input').fill(scene.facts.pin)
  await sheet.locator('button[type=submit]').click()
}

async function toExchangeAccounts(scene: Scene): Promise<void> {
  await scene.press('ex.choose', { code: scene.home })
  await scene.page.getByRole('dialog').waitFor()
}

async function toExchangeReview(scene: Scene): Promise<void> {
  await scene.give('12345')
  await scene.submit()
  await scene.page.getByRole('dialog').waitFor()
}

async function toExchangeDone(scene: Scene): Promise<void> {
  await toExchangeReview(scene)
  await scene.page
    .getByRole('dialog')
    .getByRole('button', { name: scene.t('ex.submit') })
    .click()
  await scene.page.getByRole('dialog', { name: scene.t('ex.success') }).waitFor()
}

async function toExchangeReceipt(scene: Scene): Promise<void> {
  await toExchangeDone(scene)
  await scene.page
    .getByRole('dialog')
    .getByRole('button', { name: scene.t('receipt.title'), exact: true })
    .click()
  await scene.page.waitForURL(/\/exchange\/confirm/)
}

async function toScan(scene: Scene): Promise<void> {
  await scene.page.getByRole('tab', { name: scene.t('qrpay.tab_scan') }).click()
}

async function toRange(scene: Scene): Promise<void> {
  const { page } = scene
  await scene.press('hist.open', { period: scene.t('hist.preset.all') })
  await page.getByRole('dialog').waitFor()
}

async function toStatistics({ page }: Scene): Promise<void> {
  await page.locator('main button[aria-expanded=false]').first().click()
  await page.getByRole('table').waitFor()
}

async function toCrash(scene: Scene): Promise<void> {
  const broken = 'export default function Broken() { throw new Error("broken on purpose") }'
  await scene.page.route(/\/assets\/Exchange-.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: broken }))
  await scene.page.goto(`${scene.facts.url}/exchange`)
  await scene.button('page.reload').waitFor()
}

async function toOffline({ page }: Scene): Promise<void> {
  await page.context().setOffline(true)
  await page.waitForFunction('!navigator.onLine')
}

async function toAddress(scene: Scene): Promise<void> {
  await scene.page.getByRole('main').getByRole('link', { name: /USDC/ }).first().click()
  await scene.press('requisites.address_title')
}
