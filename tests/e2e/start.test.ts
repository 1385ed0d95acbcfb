import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { VERSION } from '#contract/version'
import { Person } from './person.ts'

/** How often the document of the page was loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

/** What the page writes into the console of its failures, from now on. */
function hearFailures(page: Page): string[] {
  const failures: string[] = []
  page.on('console', (message: ConsoleMessage) => {
    if (message.text().startsWith('Failure ')) failures.push(message.text())
  })
  return failures
}

/** Has the server tell a version; gives the addresses it was asked at. */
async function serveVersion(page: Page, answer: { status?: number; body: string } | 'nothing'): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/version.json*', async (route) => {
    asked.push(route.request().url())
    if (answer === 'nothing') await route.abort()
    else await route.fulfill({ contentType: 'application/json', ...answer })
  })
  return asked
}

const OTHER = { body: JSON.stringify({ version: 'v0.0.58-stage' }) }

async function goTo(anna: Person, name: 'nav.history' | 'nav.wallet' | 'nav.settings'): Promise<void> {
  await anna.page
    .getByRole('navigation')
    .getByRole('link', { name: anna.t(name) })
    .click()
  await expect(anna.page.getByRole('heading', { level: 1 })).toBeAttached()
}

const crashed = (anna: Person) => anna.page.getByRole('heading', { name: anna.t('page.crash_title') })

test(
  'the first screen starts, says why it does not, and heeds its version',
  { tag: '@once' },
  async ({ page, context }, info) => {
    const anna = new Person(page, info)
    await test.step('is asked for at the start with the time and past every cache; the same one says nothing [start-1]', async () => {
      const asking = page.waitForRequest(/\/version\.json\?\d{13}$/)
      await anna.open('/auth')
      const request = await asking
      expect(request.headers()).toMatchObject({ 'cache-control': 'no-cache', pragma: 'no-cache' })
      const answer = await request.response()
      expect(answer?.headers()['cache-control']).toContain('no-cache')
      expect(await answer?.json()).toEqual({ version: VERSION })
      await test.step('the page is mounted into the element with id app [start-2]', async () => {
        await expect(page.locator('#app').getByRole('heading', { level: 1 })).toHaveText(anna.t('authin.title'))
        expect(await page.locator('[id=app]').count()).toBe(1)
        // The html that is served holds the place, and nothing in it yet.
        const html = await (await page.request.get(`${anna.url}/auth`)).text()
        expect(html).toMatch(/<div id="app"/)
      })
      await expect(page.getByText(anna.t('app.update'))).toHaveCount(0)
    })

    await test.step('a start without its texts, or its brand, says so in words, and the button starts it', async () => {
      for (const files of [`**/assets/texts-${anna.language}-*.json`, `**/assets/brand-${anna.brand.id}-*.js`]) {
        const failures = hearFailures(page)
        await page.route(files, (route) => route.abort())
        await page.reload()
        await expect(crashed(anna)).toBeVisible()
        expect(await page.title()).toContain(anna.brand.name)
        expect(failures.some((line) => line.includes('(start)'))).toBe(true)
        await anna.expectAccessible()
        await page.unroute(files)
        await anna.button('page.reload').click()
        await expect(page.getByRole('link', { name: anna.t('authin.register') })).toBeVisible()
      }
    })

    await test.step('an error that nothing catches goes to the console with an id, and the page stays [start-3]', async () => {
      const failures = hearFailures(page)
      await page.evaluate("setTimeout(() => { throw new Error('nobody caught this') }, 0)")
      await page.evaluate("void Promise.reject(Object.assign(new Error('nor this'), { pan: '2200123456024821' }))")
      await expect.poll(() => failures.length).toBe(2)
      expect(failures[0]).toMatch(/^Failure [a-z0-9]+ \(unhandled\): Error: nobody caught this/)
      expect(failures.join()).not.toContain('2200123456024821')
      await expect(page.getByRole('link', { name: anna.t('authin.register') })).toBeVisible()
    })

    await test.step('is left alone when the server is not reached, or is in trouble', async () => {
      for (const answer of ['nothing', { status: 502, body: 'Bad gateway' }] as const) {
        const asked = await serveVersion(page, answer)
        await page.reload()
        await expect.poll(() => asked.length).toBeGreaterThan(0)
        await expect(page.getByRole('link', { name: anna.t('authin.register') })).toBeVisible()
        await expect(page.getByText(anna.t('app.update'))).toHaveCount(0)
        await page.unroute('**/version.json*')
      }
    })

    await test.step('that is no version is refreshed for, once', async () => {
      await serveVersion(page, { body: '<!doctype html>' })
      await page.reload()
      await expect(page.getByText(anna.t('app.update'))).toBeVisible()
      await page.reload()
      await expect(page.getByRole('link', { name: anna.t('authin.register') })).toBeVisible()
      await expect(page.getByText(anna.t('app.update'))).toHaveCount(0)
      await page.unroute('**/version.json*')
    })

    await test.step('that is another is taken at once by the button', async () => {
      await serveVersion(page, OTHER)
      await page.reload()
      const loads = countLoads(page)
      await page.getByRole('status').getByRole('button').first().click()
      await expect.poll(loads).toBe(1)
    })

    await test.step('is asked for again when the page comes back after half an hour, and not before', async () => {
      const tab = await context.newPage()
      const asked = await serveVersion(tab, { body: JSON.stringify({ version: VERSION }) })
      await tab.clock.install()
      await tab.goto(`${anna.url}/auth`)
      await expect.poll(() => asked.length).toBe(1)
      const comeBack = () => tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await tab.clock.fastForward('20:00')
      await comeBack()
      await tab.clock.fastForward('11:00')
      await comeBack()
      await expect.poll(() => asked.length).toBe(2)
    })
  },
)

/** A part of the page whose screen cannot be drawn, under whatever name the bundler has given to what it exports. */
const BROKEN_PART = `
  const part = { default: () => { throw new Error('broken') } }
  export default part.default
  export { ${[...'abcdefghijklmnopqrstuvwxyz'].map((name) => `part as ${name}`).join(', ')} }`

test('a page that goes out of date or breaks while somebody uses it', { tag: ['@once', '@full'] }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.settle()
  await test.step('a part of the page that has gone is fetched by one reload; then a page says so, and its button works', async () => {
    await page.goto(`${anna.url}/`)
    const failures = hearFailures(page)
    await page.route('**/assets/History-*.js', (route) => route.abort())
    const loads = countLoads(page)
    await goTo(anna, 'nav.history')
    await expect(crashed(anna)).toBeVisible()
    expect(loads()).toBe(1)
    await anna.expectAccessible()
    const shown = await page.getByText(anna.t('page.crash_text', { id: '' })).innerText()
    const id = shown.split(' ').at(-1) ?? ''
    expect(failures.some((line) => line.startsWith(`Failure ${id} `))).toBe(true)
    await page.unroute('**/assets/History-*.js')
    await anna.button('page.reload').click()
    await expect(anna.heading('nav.history')).toBeVisible()
  })

  await test.step('a screen that cannot be drawn leaves the others alone, and its id is in the console [start-4]', async () => {
    const failures = hearFailures(page)
    await page.route('**/assets/Settings-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: BROKEN_PART }))
    await goTo(anna, 'nav.settings')
    await expect(crashed(anna)).toBeVisible()
    expect(failures.filter((line) => line.includes('(drawing): Error: broken'))).toHaveLength(1)
    const id = failures.at(-1)?.split(' ')[1] ?? 'none'
    await expect(page.getByText(anna.t('page.crash_text', { id }))).toBeVisible()
    await goTo(anna, 'nav.wallet')
    await expect(anna.heading('wallets.title')).toBeVisible()
    await page.unroute('**/assets/Settings-*.js')
  })

  await test.step('that is another is told once and taken at the next step outside forms, once, whatever the server goes on saying [start-5]', async () => {
    const asked = await serveVersion(page, OTHER)
    await page.goto(`${anna.url}/`)
    await expect(page.getByText(anna.t('app.update'))).toBeVisible()
    await anna.expectAccessible()
    const loads = countLoads(page)
    // A form is neither left nor reloaded.
    await page.getByRole('link', { name: anna.t('payment.exchange_btn') }).click()
    await page
      .getByRole('group', { name: anna.t('ex.from') })
      .getByRole('textbox')
      .fill('12')
    expect(loads()).toBe(0)
    await page.goBack()
    await goTo(anna, 'nav.history')
    await expect.poll(loads).toBe(1)
    await expect(anna.heading('nav.history')).toBeVisible()
    await goTo(anna, 'nav.wallet')
    await goTo(anna, 'nav.settings')
    await page.reload()
    await expect(anna.heading('nav.settings')).toBeVisible()
    await expect.poll(() => asked.length).toBe(3)
    await expect(page.getByText(anna.t('app.update'))).toHaveCount(0)
    await goTo(anna, 'nav.history')
    await expect(anna.heading('nav.history')).toBeVisible()
    expect(loads()).toBe(2)
    await page.unroute('**/version.json*')
  })

  await test.step('a right pane that cannot be fetched leaves the screen beside it alone', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const parts = '**/assets/right-pane-*.js'
    await page.route(parts, (route) => route.abort())
    await page.goto(`${anna.url}/`)
    const pane = page.getByRole('complementary')
    await expect(pane.getByText(anna.t('page.crash_title'))).toBeVisible()
    await expect(page.getByText(anna.balance('0.00', anna.home)).first()).toBeVisible()
    await anna.expectAccessible()
    await page.unroute(parts)
    await pane.getByRole('button').click()
    await expect(pane.getByRole('link', { name: anna.fullName })).toBeVisible()
  })
})
