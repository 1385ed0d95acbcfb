import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHttpServer } from '#server/http/http-server'
import { loadBrandAssets } from '#server/settings/brand'
import { createTexts } from '#texts/texts'
import { readablePage, servePage } from './page.ts'

const CODE = '7Qm3vX0cWq7nTzK2mJd5RgL9'
const PUBLIC_URL = 'https://wallet.example'

let folder: string
let app: FastifyInstance
let logged: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), readFileSync('web/index.html'))
  writeFileSync(join(folder, 'service-worker.js'), '')
  writeFileSync(join(folder, 'assets/share-stater.png'), readFileSync('brands/stater/assets/share.png'))
  logged = []
  const texts = createTexts()
  app = await createHttpServer({
    log: pino({ level: 'trace' }, { write: (line) => logged.push(line) }),
    texts,
    isProduction: true,
    trustedProxies: 0,
    requestsPerMinute: 1000,
    connections: { max: 10, perAddress: undefined },
    page: { isFramedByMessenger: false, apiBaseUrl: '', frameOrigin: undefined },
    corsOrigins: [],
    findReadablePage: readablePage,
    logsAccess: true,
    beforeCall: () => undefined,
  })
  const { brand } = await loadBrandAssets('stater')
  await servePage(app, { folder, brand, isSandbox: true, hasCardField: false, apiBaseUrl: '', publicUrl: PUBLIC_URL, texts })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const asked = (url: string, language = 'en') => app.inject({ url, headers: { 'accept-language': language } })
const metaOf = (html: string, property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]

test('the page of a code is neither cached nor indexed, sends no referrer, and has the content policy of every page', async () => {
  const [{ headers, statusCode }, home] = [await asked(`/pay/${CODE}`), await asked('/')]
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': home.headers['content-security-policy'],
  })
  expect(home.headers['x-robots-tag']).toBeUndefined()
})

test('the preview of a link with a code shows the brand in the language of its reader, the same for every code', async () => {
  const { body } = await asked(`/pay/${CODE}?amount=12.50&currency=USD`)
  expect(metaOf(body, 'og:title')).toBe('Pay with Stater')
  expect(metaOf((await asked(`/pay/${CODE}`, 'ru')).body, 'og:title')).toBe('Оплатите через Stater')
  expect(metaOf(body, 'og:image')).toBe(`${PUBLIC_URL}/assets/share-stater.png`)
  expect((await asked('/assets/share-stater.png')).headers['content-type']).toBe('image/png')
  expect(body).toBe((await asked('/pay/Another00000000000000000')).body)
  expect(body).not.toContain('12.50')
  expect((await asked('/')).body).not.toContain('og:title')
})

test('the log has the route of the page of codes, never a code', async () => {
  for (const url of [`/pay/${CODE}`, `/pay/${CODE}/`, `/pay/${CODE}/more`, `/pay/${CODE}%`]) await asked(url)
  expect(logged.join()).toContain('/pay/:code')
  expect(logged.join()).not.toContain(CODE)
})
