import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { ask, readCode } from '#tests/builders'
import { type BuiltWallet, startBuiltWallet } from '#tests/built-wallet'
import { walletOf } from './person.ts'

const ID = 'third-coin'
const NAME = 'Third Coin'
const VIOLET = '#4a35c9'
const OURS = '#7a1f5c'
const TITLE = { ru: 'Третий кошелек', en: 'The third wallet' }
/** What a build does not need, or makes itself; at the top of the tree. */
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.git',
  '.data',
  '.test-data',
  'tests',
  'docs',
  'bench',
  'tools',
  'screens',
  'test-results',
])

let tree = ''
let wallet: BuiltWallet | undefined

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browserName: _ }, { project }) => {
  // A whole build goes first.
  test.setTimeout(240_000)
  tree = mkdtempSync(join(tmpdir(), 'wallet-third-brand-'))
  cpSync('.', tree, { recursive: true, filter: (path) => !LEFT_OUT.has(path) })
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  addBrand(project.metadata.brand)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, encoding: 'utf8' })
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  wallet = await startBuiltWallet(ID, { root: tree })
})

test.afterAll(async () => {
  await wallet?.stop()
  rmSync(tree, { recursive: true, force: true })
})

/** One new folder, made from that of a brand there is; nothing else in the tree is touched. */
function addBrand(model: string): void {
  const folder = join(tree, 'brands', ID)
  cpSync(join(tree, 'brands', model), folder, { recursive: true })
  change(folder, 'brand.ts', (text) => text.replace(/id: '\w+'/, `id: '${ID}'`).replace(/name: '\w+'/, `name: '${NAME}'`))
  change(folder, 'theme.css', (text) =>
    text.replaceAll(`data-brand="${model}"`, `data-brand="${ID}"`).replaceAll(/--primary: #\w+/g, `--primary: ${OURS}`),
  )
  change(folder, 'texts.ru.ts', (text) => text.replace(/'authin.title': '.*'/, `'authin.title': '${TITLE.ru}'`))
  change(folder, 'texts.en.ts', (text) => text.replace(/'authin.title': '.*'/, `'authin.title': '${TITLE.en}'`))
  change(folder, 'assets/logo.svg', (text) => text.replace('<svg ', '<svg data-of="third" '))
}

function change(folder: string, file: string, edit: (text: string) => string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const edited = edit(text)
  expect(edited).not.toBe(text)
  writeFileSync(path, edited)
}

test('a brand that is one new folder has its name, logo, colours and words on the first screen', { tag: '@once' }, async ({
  page,
}) => {
  const url = wallet?.url ?? ''
  await page.goto(`${url}/auth`)
  await expect(page).toHaveTitle(new RegExp(NAME))
  await expect(page.locator('html')).toHaveAttribute('data-brand', ID)
  await expect(page.getByRole('img', { name: NAME })).toBeVisible()
  await expect(page.getByRole('img', { name: NAME }).locator('svg')).toHaveAttribute('data-of', 'third')
  await expect(page.getByRole('heading', { level: 1, name: TITLE.ru })).toBeVisible()
  const primary = await page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--primary").trim()')
  expect([primary, primary === VIOLET]).toEqual([OURS, false])
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE.en })).toBeVisible()
  expect((await page.request.get(`${url}/assets/favicon-${ID}.svg`)).status()).toBe(200)
})

test('people sign up with it and come Home', { tag: '@once' }, async ({ page }, info) => {
  const third = { url: wallet?.url ?? '' }
  const config = await ask(third, 'GET', '/v2/wallet/config')
  expect(config).toMatchObject({ http: 200, brand: ID })
  const phone = '447911765432'
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  const person = { first_name: 'Anna', last_name: 'Smith', email: 'anna@mail.example', phone, ...address }
  const { consents } = walletOf(info).brand.register
  const code = await ask(third, 'POST', '/v2/wallet/auth/register', { body: { ...person, consents } }).then(() =>
    readCode(third, phone),
  )
  const signedIn = await ask(third, 'POST', '/v2/wallet/auth/register/phone/confirm', { body: { phone, confirm_code: code } })
  const token = String(signedIn.auth_token)
  expect(await ask(third, 'POST', '/v2/wallet/auth/register/set/pin', { body: { pin_code: '4815' }, token })).toMatchObject({
    http: 200,
  })
  const texts = await ask(third, 'GET', '/v2/wallet/text-data/', { token, language: 'en' })
  expect(texts.results).toContainEqual({ iname: 'authin.title', text: TITLE.en })
  await page.goto(`${third.url}/auth`)
  await page.evaluate(`localStorage.setItem('wallet.token', '${token}')`)
  await page.goto(third.url)
  await expect(page.getByText(/Anna!/).first()).toBeVisible()
})
