import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { ask, readCode } from '#tests/builders'
import { startBuiltWallet } from '#tests/built-wallet'
import { withOwnWallet } from './own-wallet.ts'
import { walletOf } from './person.ts'

const ID = 'third-coin'
const NAME = 'Third Coin'
const VIOLET = '#4a35c9'
const OURS = '#7a1f5c'
const TITLE = { ru: 'Третий кошелек', en: 'The third wallet' }
const TARIFFS = {
  ru: {
    title: 'Тарифы',
    box: ['Принимаю ', 'тарифы кошелька'],
    text: '## Что сколько стоит\n\n- Перевод: 0 ₽\n- **Обмен:** 1 %\n',
  },
  en: {
    title: 'Tariffs',
    box: ['I accept the ', 'tariffs of the wallet'],
    text: '## What costs how much\n\n- A transfer: 0 ₽\n- **An exchange:** 1 %\n',
  },
} as const
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

const test = withOwnWallet(async (model) => {
  const tree = mkdtempSync(join(tmpdir(), 'wallet-third-brand-'))
  const remove = () => rmSync(tree, { recursive: true, force: true })
  try {
    buildWithBrand(tree, model)
    const wallet = await startBuiltWallet(ID, { root: tree })
    return { ...wallet, stop: () => wallet.stop().finally(remove) }
  } catch (fault) {
    remove()
    throw fault
  }
})

// One build is for all of them.
test.describe.configure({ mode: 'serial' })

/** Builds this tree with a third brand in another folder. */
function buildWithBrand(tree: string, model: string): void {
  cpSync('.', tree, { recursive: true, filter: (path) => !LEFT_OUT.has(path) })
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  addBrand(tree, model)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: tree, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

/** One new folder, made from that of a brand there is; nothing else in the tree is touched. */
function addBrand(tree: string, model: string): void {
  const folder = join(tree, 'brands', ID)
  cpSync(join(tree, 'brands', model), folder, { recursive: true })
  change(folder, 'brand.ts', (text) => text.replace(/id: '\w+'/, `id: '${ID}'`).replace(/name: '\w+'/, `name: '${NAME}'`))
  change(folder, 'theme.css', (text) =>
    text.replaceAll(`data-brand="${model}"`, `data-brand="${ID}"`).replaceAll(/--primary: #\w+/g, `--primary: ${OURS}`),
  )
  change(folder, 'texts.ru.ts', (text) => text.replace(/'authin.title': '.*'/, `'authin.title': '${TITLE.ru}'`))
  change(folder, 'texts.en.ts', (text) => text.replace(/'authin.title': '.*'/, `'authin.title': '${TITLE.en}'`))
  change(folder, 'assets/logo.svg', (text) => text.replace('<svg ', '<svg data-of="third" '))
  addDocument(folder)
}

/** A document that no other brand has: to agree to, to read, and in the footer. */
function addDocument(folder: string): void {
  const url = '/documents/tariffs'
  change(folder, 'brand.ts', (text) =>
    text
      .replace('documents: [', `documents: [{ id: 'tariffs', version: '2026-12-01', url: '${url}' },`)
      .replace('consents: [', "consents: ['tariffs', ")
      .replace('footerDocuments: [', "footerDocuments: ['tariffs', "),
  )
  rmSync(join(folder, 'documents', 'topup_terms.en.md'))
  for (const [language, { title, box, text }] of Object.entries(TARIFFS)) {
    const own = `'document.tariffs': '${title}',\n  'consent.tariffs': '${box[0]}<doc>${box[1]}</doc>',\n`
    change(folder, `texts.${language}.ts`, (texts) => texts.replace(/(= \{\n)/, `$1  ${own}`))
    writeFileSync(join(folder, 'documents', `tariffs.${language}.md`), `---\nversion: 2026-12-01\n---\n\n${text}`)
  }
}

function change(folder: string, file: string, edit: (text: string) => string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const edited = edit(text)
  expect(edited).not.toBe(text)
  writeFileSync(path, edited)
}

test('a brand that is one new folder has its name, logo, colours and words on the first screen [third-brand-1]', {
  tag: '@once',
}, async ({ page, wallet: { url } }) => {
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

test('a document that only it has is linked by its title, agreed to at sign-up and read', { tag: '@once' }, async ({
  page,
  wallet: { url },
}) => {
  await page.goto(`${url}/auth/register`)
  const { ru, en } = TARIFFS
  await expect(page.getByRole('checkbox', { name: ru.box.join('') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: ru.box[1] })).toHaveAttribute('href', '/documents/tariffs')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: ru.title })).toBeVisible()
  await page.goto(`${url}/documents/tariffs`)
  await expect(page.getByRole('heading', { level: 1, name: ru.title })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Что сколько стоит' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Обмен: 1 %' })).toBeVisible()
  await expect(page.getByText('Это образец')).toBeHidden()
  await page.evaluate("localStorage.setItem('wallet.language', 'en')")
  await page.goto(`${url}/documents/tariffs`)
  await expect(page.getByRole('heading', { level: 1, name: en.title })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'An exchange: 1 %' })).toBeVisible()
  // What nobody has written yet says so.
  await page.goto(`${url}/documents/topup_terms`)
  await expect(page.getByText('This installation has no text yet')).toBeVisible()
})

test('people sign up with it and come Home', { tag: '@once' }, async ({ page, wallet: third }, info) => {
  const config = await ask(third, 'GET', '/v2/wallet/config')
  expect(config).toMatchObject({ http: 200, brand: ID })
  const phone = '447911765432'
  const address = { country_code: 'GB', city: 'Leeds', zip_code: 'LS1 1UR', address: '1 Park Row' }
  const person = { first_name: 'Anna', last_name: 'Smith', email: 'anna@mail.example', phone, ...address }
  const consents = [...walletOf(info).brand.register.consents, 'tariffs']
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
