import { addPasskey } from '#tests/authenticator'
import { ask, freshPhone, giveMoney, readCode, readMessages, type TestUser, until } from '#tests/builders'
import { signUp } from '#tests/sign-up'
import type { Scene, Screen } from './scene.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'
const LINK = /https?:\/\/\S+(\/secure#[\w-]{38})/
const NO_LINK = `/secure#${'A'.repeat(38)}`

/**
 * What people know of their bank to keep an account theirs: devices, PIN, passkeys, e-mail, the frozen wallet, and what is asked of whoever
 * may be somebody else. What changes a wallet is done with one of its own (`asSomebody`).
 */
export const ACCOUNT_SECURITY: readonly Screen[] = [
  { name: 'log-in-pin', who: 'nobody', path: '/auth', reach: toPinAfterGuesses },
  { name: 'log-in-email', who: 'nobody', path: '/auth/login?by=email' },
  { name: 'log-in-email-code', who: 'nobody', path: '/auth/login?by=email', reach: toRecoveryCode },
  { name: 'secure', who: 'nobody', path: '/auth', reach: toSecure },
  { name: 'secure-done', who: 'nobody', path: '/auth', reach: toSecured },
  { name: 'secure-expired', who: 'nobody', path: NO_LINK, reach: (scene) => scene.press('freeze.submit') },
  { name: 'notifications-not-me', who: 'nobody', path: '/auth', reach: toNotMe, isOverlay: true },
  { name: 'settings-devices', who: 'nobody', path: '/auth', reach: toDevices, isOverlay: true },
  { name: 'settings-devices-ended', who: 'nobody', path: '/auth', reach: toEndedDevice, isOverlay: true },
  { name: 'settings-pin', who: 'fresh', path: '/settings', reach: toNewPin, isOverlay: true },
  { name: 'settings-pin-forgotten', who: 'fresh', path: '/settings', reach: toForgottenPin, isOverlay: true },
  { name: 'settings-pin-code', who: 'nobody', path: '/auth', reach: toPinCode, isOverlay: true },
  { name: 'settings-passkeys-none', who: 'fresh', path: '/settings', reach: toPasskeys, isOverlay: true },
  { name: 'settings-passkeys', who: 'nobody', path: '/auth', reach: toOwnPasskeys, isOverlay: true },
  { name: 'settings-passkey-add', who: 'fresh', path: '/settings', reach: toNewPasskey, isOverlay: true },
  { name: 'settings-passkey-remove', who: 'nobody', path: '/auth', reach: toOldPasskey, isOverlay: true },
  { name: 'settings-email', who: 'fresh', path: '/settings', reach: toEmail, isOverlay: true },
  { name: 'settings-email-code', who: 'nobody', path: '/auth', reach: toEmailCode, isOverlay: true },
  { name: 'settings-freeze', who: 'fresh', path: '/settings', reach: toFreezing, isOverlay: true },
  { name: 'settings-frozen', who: 'nobody', path: '/auth', reach: (scene) => toFrozen(scene, '/settings') },
  { name: 'settings-unfreeze', who: 'nobody', path: '/auth', reach: toUnfreezing, isOverlay: true },
  { name: 'home-frozen', who: 'nobody', path: '/auth', reach: (scene) => toFrozen(scene, '/') },
  { name: 'home-held', who: 'held', path: '/' },
  { name: 'exchange-pin', who: 'nobody', path: '/auth', reach: toExchangePin, isOverlay: true },
  { name: 'withdrawal-card', who: 'long', path: '/wallet/withdrawal', reach: toCardFrame, isOverlay: true },
  { name: 'withdrawal-first-day', who: 'long', path: '/wallet/withdrawal', reach: toFirstDay },
]

/** Opens an address as somebody who was signed up for this picture alone, once their wallet is as it should be. */
export async function asSomebody(scene: Scene, path: string, prepare?: (user: TestUser) => Promise<unknown>): Promise<TestUser> {
  const user = await somebody(scene)
  await prepare?.(user)
  await openAs(scene, user.token, path)
  return user
}

export function somebody({ facts, language, isRussian }: Scene): Promise<TestUser> {
  return signUp({ brand: facts.brand.id, url: facts.url }, language, { phone: freshPhone(isRussian ? 'RU' : 'GB') })
}

async function openAs({ page, facts }: Scene, token: string, path: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('wallet.token', '${token}')`)
  await page.goto(facts.url + path, { waitUntil: 'networkidle' })
}

/** Sends a code to somebody as soon as another may be sent, and gives it. */
async function codeFor({ wallet, phone }: TestUser, headers: Record<string, string> = {}): Promise<string> {
  const send = () => ask(wallet, 'POST', '/v2/wallet/auth/send_code', { body: { phone }, headers })
  await until(async () => (await send()).status === 'ok')
  return readCode(wallet, phone)
}

/** Signs somebody in on another device; the token it was given. */
async function signInFrom(user: TestUser, userAgent: string): Promise<string> {
  const headers = { 'user-agent': userAgent }
  const body = { phone: user.phone, confirm_code: await codeFor(user, headers) }
  const { auth_token } = await ask(user.wallet, 'POST', '/v2/wallet/auth/login', { body, headers })
  return String(auth_token)
}

/** Somebody enters a wrong code for the number, and then its owner the right one. */
async function toPinAfterGuesses(scene: Scene): Promise<void> {
  const { page, facts } = scene
  const user = await somebody(scene)
  const { wallet, phone } = user
  const wrong = String((Number(await codeFor(user)) + 1) % 10_000).padStart(4, '0')
  await ask(wallet, 'POST', '/v2/wallet/auth/login', { body: { phone, confirm_code: wrong } })
  await page.goto(`${facts.url}/auth/login`, { waitUntil: 'networkidle' })
  await scene.typePhone(phone.slice(scene.isRussian ? 1 : 2))
  const code = scene.digits('code.label')
  const isThere = () =>
    code.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    )
  await until(async () => {
    await scene.press('login.submit')
    return isThere()
  }, 20)
  await code.pressSequentially(await readCode(wallet, phone))
  await scene.press('code.confirm')
  await scene.digits('code.pin').waitFor()
}

async function toRecoveryCode(scene: Scene): Promise<void> {
  await scene.typePhone()
  await scene.field('field.email').fill('konstantin.konstantinopolsky@mail.example')
  await scene.press('code.get')
  await scene.digits('email.code_label').waitFor()
}

/** Where the link of the SMS about a new device leads. */
async function toSecure(scene: Scene): Promise<void> {
  const user = await somebody(scene)
  await signInFrom(user, IPHONE)
  const findPath = async () => (await readMessages(user.wallet, user.phone)).map(({ text }) => LINK.exec(text)?.[1]).find(Boolean)
  await until(async () => (await findPath()) !== undefined)
  await scene.page.goto(scene.facts.url + (await findPath()), { waitUntil: 'networkidle' })
}

async function toSecured(scene: Scene): Promise<void> {
  await toSecure(scene)
  await scene.press('freeze.submit')
  await scene.page.getByRole('heading', { name: scene.t('freeze.frozen_title') }).waitFor()
}

async function toNotMe(scene: Scene): Promise<void> {
  await asSomebody(scene, '/', async (user) => {
    await signInFrom(user, IPHONE)
    await addPasskey(user)
  })
  await scene.page.locator('header button[aria-haspopup=dialog]').last().click()
  await scene.press('notif.not_me')
}

async function toDevices(scene: Scene): Promise<void> {
  const user = await somebody(scene)
  await signInFrom(user, WINDOWS)
  await openAs(scene, await signInFrom(user, IPHONE), '/settings')
  await scene.press('profile.sessions')
  await scene.page.getByText(scene.t('sessions.this')).waitFor()
}

async function toEndedDevice(scene: Scene): Promise<void> {
  await toDevices(scene)
  await scene.press('sessions.end_of', { device: 'Edge, Windows' })
  await scene.page.getByText(scene.t('sessions.ended'), { exact: true }).waitFor()
}

async function toNewPin(scene: Scene): Promise<void> {
  await scene.press('pin.row')
  await scene.digits('pin.present').fill('4815')
  await scene.digits('pin.new').fill('1234')
}

async function toForgottenPin(scene: Scene): Promise<void> {
  await scene.press('pin.row')
  await scene.press('pin.forgotten')
}

async function toPinCode(scene: Scene): Promise<void> {
  await asSomebody(scene, '/settings')
  await toForgottenPin(scene)
  await scene.press('code.get')
  await scene.digits('code.label').waitFor()
}

async function toPasskeys(scene: Scene): Promise<void> {
  await scene.press('passkeys.title')
  await scene.button('passkeys.add').waitFor()
}

async function toOwnPasskeys(scene: Scene): Promise<void> {
  await asSomebody(scene, '/settings', async (user) => {
    await addPasskey(user, 'Safari, iPhone')
    await addPasskey(user, scene.language === 'ru' ? 'Ключ в верхнем ящике стола' : 'The key in the upper drawer')
  })
  await toPasskeys(scene)
}

async function toNewPasskey(scene: Scene): Promise<void> {
  await toPasskeys(scene)
  await scene.press('passkeys.add')
  await scene.digits('pin.label').waitFor()
}

async function toOldPasskey(scene: Scene): Promise<void> {
  await toOwnPasskeys(scene)
  await scene.press('passkeys.remove_of', { passkey: 'Safari, iPhone' })
  await scene.digits('pin.label').waitFor()
}

async function toEmail(scene: Scene): Promise<void> {
  await scene.press('email.row')
  await scene.field('field.email').waitFor()
}

async function toEmailCode(scene: Scene): Promise<void> {
  const { phone } = await asSomebody(scene, '/settings')
  await toEmail(scene)
  await scene.field('field.email').fill(`konstantin.${phone}@mail.example`)
  await scene.press('code.get')
  await scene.digits('email.code_label').waitFor()
}

async function toFreezing(scene: Scene): Promise<void> {
  await scene.press('freeze.row')
  await scene.button('freeze.submit').waitFor()
}

async function toFrozen(scene: Scene, path: string): Promise<void> {
  await asSomebody(scene, path, async (user) => {
    await user.topUp('5000.00', scene.home)
    await user.post('/v2/wallet/auth/freeze')
  })
  await scene.button('freeze.unfreeze').waitFor()
}

async function toUnfreezing(scene: Scene): Promise<void> {
  await toFrozen(scene, '/')
  await scene.press('freeze.unfreeze')
  await scene.press('code.get')
  await scene.digits('code.label').waitFor()
}

async function toExchangePin(scene: Scene): Promise<void> {
  const [home = 'RUB', second = 'USD'] = scene.facts.brand.firstAccounts
  await asSomebody(scene, '/exchange', async (user) => {
    await giveMoney(user, [`1000.00 ${home}`])
    await user.exchange(await user.exchange('1000.00', home, second), second, home)
  })
  await scene.give('10')
  await scene.submit()
  await scene.page.getByRole('dialog').locator('button[type=submit]').click()
  await scene.page.getByText(scene.t('refusal.pin_required.exchange')).waitFor()
}

/** The provider's own field for the card: what is below the window is not drawn in the picture of a whole page. */
async function toCardFrame({ page }: Scene): Promise<void> {
  await page.locator('iframe').scrollIntoViewIfNeeded()
  await page.frameLocator('iframe').getByRole('textbox').waitFor()
}

/** Types an amount above the first-day limit. */
async function toFirstDay(scene: Scene): Promise<void> {
  const { facts } = scene
  const { first_day } = await ask(facts, 'GET', '/v2/wallet/withdrawal/recipients', { token: facts.tokens.long })
  const { limits } = first_day as { limits: { currency_code: string; amount: string }[] }
  const most = limits.find(({ currency_code }) => currency_code === scene.home)?.amount ?? ''
  await scene.field('amount.label').fill(String(Number.parseInt(most, 10) + 100))
}
