import { expect, type Page, test } from '@playwright/test'
import { hold } from './hold.ts'
import { Person, walletOf } from './person.ts'

/** What may be asked for before a screen can be used, in bytes as they travel with gzip. */
const FIRST_LOAD_MAX = 120_000
/** From 920 px the profile stands beside Home. */
const TWO_PANES_MAX = 130_000
/** Parts that wait until somebody needs them. */
const HEAVY = /zxing|barcode|day-picker|flag-urls|CountryPicker|tma|Scanner|Donut|Sparkline|ReceiptSheet/i

interface Program {
  readonly name: string
  readonly bytes: number
}

/** Whether it is one of them by its name; what follows that is made of its content, and may spell anything. */
function isHeavy({ name }: Program): boolean {
  return HEAVY.test(name.replace(/-[\w-]{8}\.js$/, ''))
}

/** Opens an address and gives the programs it asked for until it was quiet, whether from here or from the browser's cache. */
async function firstPrograms(page: Page, address: string): Promise<Program[]> {
  const asked: Promise<Program>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') asked.push(programOf(request.url()))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  return Promise.all(asked)
}

/** The size of a program as every server sends it: with gzip, whatever this browser prefers. */
async function programOf(url: string): Promise<Program> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  return { name: new URL(url).pathname, bytes: Number(answer.headers.get('content-length')) }
}

function total(programs: readonly Program[]): number {
  return programs.reduce((sum, { bytes }) => sum + bytes, 0)
}

test(
  'the first screen asks for no more than 120 kB of JavaScript, and for nothing heavy',
  { tag: '@brand' },
  async ({ page }, info) => {
    const { url } = new Person(page, info)
    const programs = await firstPrograms(page, `${url}/auth`)
    expect(programs.length).toBeGreaterThan(2)
    expect(programs.filter(isHeavy)).toEqual([])
    expect(total(programs)).toBeLessThanOrEqual(FIRST_LOAD_MAX)
  },
)

test('so does Home of somebody who is signed in', { tag: '@size' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.settle()
  const programs = await firstPrograms(page, `${anna.url}/`)
  // From 920 px the rates stand beside Home, each with its line.
  const waiting = info.project.use.isMobile ? programs : programs.filter(({ name }) => !name.includes('RateSparkline'))
  expect(waiting.filter(isHeavy)).toEqual([])
  expect(total(programs)).toBeLessThanOrEqual(info.project.use.isMobile ? FIRST_LOAD_MAX : TWO_PANES_MAX)
})

/** The addresses of the API that a page asked for, each with when it was asked. */
function followQuestions(page: Page): { readonly address: string; readonly at: number }[] {
  const asked: { address: string; at: number }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(v2|version\.json)/.test(pathname)) asked.push({ address: pathname, at: Date.now() })
  })
  return asked
}

test('Home’s questions and their answers', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive({ path: '/settings' })
  await test.step('Home’s questions are asked while its program is on its way, each once', () => expectAskedEarly(anna))
  await test.step('a slow server does not keep Home waiting: it shows that its answers are on their way', async () => {
    await page.unrouteAll()
    await page.goto(`${anna.url}/settings`)
    const answer = await hold(page, '**/v2/wallet')
    await page.goto(`${anna.url}/`)
    await expect(page.locator('[aria-busy="true"]').first()).toBeVisible()
    answer()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  })
})

async function expectAskedEarly({ page, url }: Person): Promise<void> {
  // Nothing of that screen is still being asked.
  await page.waitForLoadState('networkidle')
  const asked = followQuestions(page)
  // What the page before may still ask is no question of Home.
  page.once('framenavigated', () => asked.splice(0))
  let arrived = 0
  await page.route('**/assets/react-*.js', async (route) => {
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(6)
    arrived = Date.now()
    await route.continue()
  })
  await page.goto(`${url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  const earlier = asked.filter(({ at }) => at <= arrived).map(({ address }) => address)
  expect(new Set(earlier)).toEqual(
    new Set([
      '/v2/wallet',
      '/v2/wallet/auth/info',
      '/v2/wallet/config',
      '/v2/wallet/exchange/rates',
      '/v2/wallet/transaction',
      '/v2/wallet/user/notification',
    ]),
  )
  // The operator's texts and what stands beside Home come after the first picture.
  await page.waitForLoadState('networkidle')
  for (const address of earlier)
    expect(
      asked.filter((question) => question.address === address),
      address,
    ).toHaveLength(1)
}

test('the parts of the page as a server sends them', { tag: '@once' }, async ({ request }, info) => {
  const { url, brand } = walletOf(info)
  const get = async (path: string, encoding = 'gzip') => {
    const answer = await request.get(url + path, { headers: { 'accept-encoding': encoding } })
    return { status: answer.status(), headers: answer.headers(), text: () => answer.text() }
  }
  const html = await get('/auth')
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(await html.text())?.[1] ?? ''
  expect(style).not.toBe('')

  await test.step('assets travel compressed and are kept for ever; the page itself is never kept', async () => {
    expect(html.headers['cache-control']).toBe('no-store')
    for (const encoding of ['br', 'gzip']) {
      const { status, headers } = await get(style, encoding)
      expect([status, headers['content-encoding']]).toEqual([200, encoding])
      expect(headers['cache-control']).toContain('immutable')
    }
    const plain = await get(style, 'identity')
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
  })

  await test.step('the page, its workers and its drawings are under the strict policy; the other parts need no more than their kind', async () => {
    expect(html.headers['content-security-policy']).toContain("script-src 'self'")
    const worker = await get('/service-worker.js')
    expect(worker.headers['content-security-policy']).toContain("default-src 'self'")
    const parts = /PARTS = (\[[^\]]*\])/.exec(await worker.text())?.[1] ?? '[]'
    const names: string[] = JSON.parse(parts)
    const [decoder = '', script = ''] = [/\.worker-/, /\/react-/].map((name) => names.find((part) => name.test(part)))
    expect([decoder, script]).not.toContain('')
    for (const part of [decoder, `/assets/favicon-${brand.id}.svg`]) {
      expect((await get(part)).headers['content-security-policy'], part).toContain("default-src 'self'")
    }
    const { headers } = await get(script)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['content-security-policy']).toBeUndefined()
  })
})
