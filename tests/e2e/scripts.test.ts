import { expect, type Page } from '@playwright/test'
import { ask, freshPhone, PIN, readCode, TestUser } from '#tests/builders'
import type { BuiltWallet } from '#tests/built-wallet'
import { withOwnWallet } from './own-wallet.ts'
import { Person } from './person.ts'

// What the operator writes is seen by all who use the wallet, so it is one of its own.
const test = withOwnWallet()

/** What would run as a script in one place or another, were text taken for markup there; each short enough for a name. */
const PAYLOADS = [
  '<img src=x onerror=hit()>',
  '<svg/onload=hit()>',
  '"><script>hit()</script>',
  "' onmouseover=hit() x='",
  '</title><script>hit()</script>',
  '<iframe srcdoc="<script>parent.hit()</script>">',
  'javascript:hit()',
  '{{hit()}}#{hit()}',
  '<details open ontoggle=hit()>',
  '<math><mtext><style><img src=x onerror=hit()>',
]

const SCREENS = ['/', '/wallet', '/history', '/exchange', '/wallet/topup', '/wallet/withdrawal', '/payment', '/settings']

/** What went wrong on whatever the page showed from now on: a payload ran, or the policy of the page has refused something. */
async function watch(page: Page): Promise<readonly string[]> {
  const wrong: string[] = []
  await page.exposeFunction('tellWrong', (what: string) => void wrong.push(what))
  await page.addInitScript(`
    window.hit = () => window.tellWrong('a payload ran')
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      window.tellWrong([violatedDirective, blockedURI, sample].join(' ')))`)
  return wrong
}

/** Somebody whose every text is a payload: name, device, e-mail where it may be. */
async function anAttacker(wallet: BuiltWallet, payload: string, consents: readonly string[]): Promise<TestUser> {
  const phone = freshPhone()
  const headers = { 'user-agent': payload.replaceAll(/[^\x20-\x7e]/g, '') }
  const body = { first_name: payload, last_name: payload, email: 'a@mail.example', phone, consents }
  expect(await ask(wallet, 'POST', '/v2/wallet/auth/register', { body, headers })).toMatchObject({ status: 'ok' })
  const code = { phone, confirm_code: await readCode(wallet, phone) }
  const { auth_token } = await ask(wallet, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: code, headers })
  const user = new TestUser(wallet, phone, String(auth_token))
  await user.post('/v2/wallet/auth/register/set/pin', { pin_code: PIN })
  const { results } = await user.get('/v2/wallet/auth/sessions')
  const [{ id: session_id }] = results as [{ id: string }]
  const renamed = await user.post('/v2/wallet/auth/sessions/rename', { session_id, device_name: payload.slice(0, 40) })
  expect(renamed).toMatchObject({ status: 'ok' })
  return user
}

test(
  'text is nowhere taken for markup: what a person or the operator has written runs on no screen [scripts-1]',
  { tag: ['@once', '@full'] },
  async ({ page, wallet, operator }, info) => {
    test.slow()
    const anna = new Person(page, info, wallet)
    const wrong = await watch(page)
    await test.step('of the operator', async () => {
      const [words = '', title = ''] = PAYLOADS
      await operator('texts', 'set', 'welcome.greetings', anna.language, words)
      await operator('texts', 'set', 'wallets.title', anna.language, title)
      await operator('support', 'set', '--hours', words.slice(0, 60))
      await operator('levels', 'set', 'basic', '--name-ru', words, '--name-en', words)
      for (const payload of PAYLOADS) await operator('notify', 'everybody', '--ru', payload, '--en', payload)
    })
    for (const payload of PAYLOADS) {
      await test.step(payload, async () => {
        const user = await anAttacker(wallet, payload, anna.brand.register.consents)
        await operator('notify', `+${user.phone}`, '--ru', payload, '--en', payload)
        await page.goto(`${wallet.url}/auth`)
        await page.evaluate(`localStorage.setItem('wallet.token', '${user.token}')`)
        for (const screen of payload === PAYLOADS[0] ? SCREENS : ['/', '/settings']) {
          await page.goto(wallet.url + screen)
          await expect(page.getByRole('heading').first()).toBeAttached()
          if (screen === '/') {
            await expect(page.getByText(payload).first()).toBeAttached()
            await page.getByRole('button', { name: anna.t('notif.unread', { n: '' }).trim() }).click()
            await expect(page.getByRole('dialog').getByText(payload).first()).toBeVisible()
          }
        }
        await anna.button('profile.sessions').click()
        await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
        await page.evaluate(`localStorage.removeItem('wallet.token')`)
      })
    }
    expect(wrong).toEqual([])
    // What is looked for would be heard of.
    await page.evaluate('window.hit()')
    expect(wrong).toHaveLength(1)
  },
)

test(
  'markup and scripts that are not of the page’s own policy go nowhere [scripts-2]',
  { tag: '@once' },
  async ({ page }, info) => {
    const anna = new Person(page, info)
    await anna.open('/auth')
    const refusedBy = (act: string) =>
      page.evaluate<string>(`(() => { try { ${act}; return 'done' } catch (error) { return error.name } })()`)
    expect(await refusedBy('document.body.innerHTML = "<img src=x>"')).toBe('TypeError')
    expect(await refusedBy('document.createElement("script").text = "1"')).toBe('TypeError')
    expect(await refusedBy('new Worker("/assets/x.js")')).toBe('TypeError')
    expect(await refusedBy('trustedTypes.createPolicy("another", { createHTML: (text) => text })')).toBe('TypeError')
    expect(await refusedBy('trustedTypes.createPolicy("wallet", { createHTML: (text) => text })')).toBe('TypeError')
    expect(await refusedBy('document.body.append("text")')).toBe('done')
  },
)
