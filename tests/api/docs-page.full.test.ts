import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asRole, databaseWithRoles, migrateAsOwner } from '#tests/roles'
import { startTestWallet, type TestWallet } from '#tests/test-wallet'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await startTestWallet()
})
afterAll(async () => {
  await wallet.expectTrueBooks()
  await wallet.close()
})

const PRODUCTION = {
  NODE_ENV: 'production',
  SANDBOX: 'on',
  SANDBOX_FOR_EVERYBODY: 'I know that anybody can make money here',
  PUBLIC_URL: 'https://wallet.example',
  MONITORING_PORT: '0',
}

/** A wallet in production, which runs as the role that may do the least. */
async function inProduction(settings: Record<string, string> = {}): Promise<TestWallet> {
  const url = await databaseWithRoles()
  migrateAsOwner(url)
  return startTestWallet({ ...PRODUCTION, ...settings }, { databaseUrl: asRole('wallet_app', url) })
}

/** The addresses of what a page loads. */
async function partsOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => new URL(part, url).href)
}

test.each(['/v2/wallet/docs', '/v2/wallet/docs/'])('%s is a page, and all its parts are there', async (path) => {
  const page = await fetch(wallet.url + path)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const parts = await partsOf(wallet.url + path)
  expect(parts.length).toBeGreaterThan(4)
  for (const part of parts) expect([part, (await fetch(part, { method: 'HEAD' })).status]).toEqual([part, 200])
  const read = await fetch(`${wallet.url}/v2/wallet/docs/json`)
  expect(await read.json()).toEqual(await (await fetch(`${wallet.url}/v2/wallet/openapi.json`)).json())
})

test('in production there is no docs page unless a setting says so; the document is there, and loosens no policy [docs-page-1]', async () => {
  const strict = await inProduction()
  const at = (path: string) => fetch(strict.app.listeningOrigin + path)
  for (const path of ['', '/', '/json', '/static/swagger-ui.css'].map((part) => `/v2/wallet/docs${part}`)) {
    const { status, headers } = await at(path)
    expect([path, status, headers.get('content-security-policy')]).toEqual([
      path,
      404,
      "default-src 'none'; frame-ancestors 'none'",
    ])
  }
  const document = await at('/v2/wallet/openapi.json')
  expect([document.status, document.headers.get('content-security-policy')]).toEqual([
    200,
    "default-src 'none'; frame-ancestors 'none'",
  ])
  await strict.close()
})

test('the docs page asks nobody for TLS where people reach the wallet without, in production too', async () => {
  const plain = await inProduction({ API_DOCS: 'on', PUBLIC_URL: 'http://wallet.example' })
  const page = `${plain.app.listeningOrigin}/v2/wallet/docs/`
  for (const part of [page, ...(await partsOf(page))]) {
    const { headers } = await fetch(part, { method: 'HEAD' })
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(headers.get('content-security-policy')).not.toContain('http')
    expect(headers.get('strict-transport-security')).toBeNull()
  }
  await plain.close()
  const secure = await inProduction({ API_DOCS: 'on', PUBLIC_URL: 'https://wallet.example' })
  const { headers } = await fetch(`${secure.app.listeningOrigin}/v2/wallet/docs/`)
  expect(headers.get('strict-transport-security')).not.toBeNull()
  await secure.close()
})

test.each(['stater', 'grok'])('the docs page of %s has its name and its sign, and no sign of a framework', async (brand) => {
  const branded = await startTestWallet({ BRAND: brand })
  const address = `${branded.url}/v2/wallet/docs/`
  const html = await (await fetch(address)).text()
  expect(html).toMatch(new RegExp(`<title>${brand} API</title>`, 'i'))
  expect(html.replaceAll(/"[^"]*"/g, '')).not.toMatch(/swagger/i)
  const parts = await partsOf(address)
  const mark = readFileSync(`brands/${brand}/assets/favicon.svg`, 'utf8')
  const icons = parts.filter((part) => /icon|\.svg|\.png/.test(part))
  expect(await Promise.all(icons.map(async (icon) => (await fetch(icon)).text()))).toEqual([mark])
  const style = await (await fetch(parts.find((part) => part.endsWith('brand.css')) ?? '')).text()
  expect(style).toContain(encodeURIComponent(mark))
  // The bar at the top, which would have the framework's sign, belongs to another layout.
  const start = await (await fetch(parts.find((part) => part.endsWith('swagger-initializer.js')) ?? '')).text()
  expect(start).toContain('"layout":"BaseLayout"')
  await branded.close()
})
