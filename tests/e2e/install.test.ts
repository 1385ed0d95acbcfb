import { expect, test } from '@playwright/test'
import type { Language } from '#texts/languages'
import type { TextKey } from '#texts/texts'
import { Person, walletOf } from './person.ts'

interface Manifest {
  readonly [name: string]: unknown
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose: string }[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
}

test('the page is an app that can be installed', { tag: '@brand' }, async ({ page, context }, info) => {
  const { url, brand, texts } = walletOf(info)
  const manifestIn = async (language: Language): Promise<Manifest> => {
    const answer = await page.request.get(`${url}/manifest.webmanifest`, { headers: { 'accept-language': language } })
    expect(answer.headers()['content-type']).toBe('application/manifest+json; charset=utf-8')
    expect(answer.headers().vary).toContain('accept-language')
    return answer.json()
  }

  await test.step('its manifest has the brand’s name and colour, in the language of whoever reads it', async () => {
    for (const language of ['ru', 'en'] as const) {
      const manifest = await manifestIn(language)
      expect(manifest).toMatchObject({
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        name: brand.name,
        short_name: brand.name,
        background_color: brand.appColor,
        theme_color: brand.appColor,
        lang: language,
      })
      const names: readonly TextKey[] = ['app.shortcut_send', 'app.shortcut_scan', 'app.shortcut_topup']
      expect(manifest.shortcuts.map(({ name }) => name)).toEqual(names.map((key) => texts.translate(language, key)))
    }
  })

  await test.step('the browser finds nothing wrong with it', async () => {
    await page.goto(`${url}/auth`)
    const session = await context.newCDPSession(page)
    const { url: found, errors } = await session.send('Page.getAppManifest')
    expect([found, errors]).toEqual([`${url}/manifest.webmanifest`, []])
  })

  await test.step('its icons are pictures of their sizes, one of them for any shape', async () => {
    const { icons } = await manifestIn('ru')
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512'])
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    for (const { src, sizes } of [...icons, { src: String(touch), sizes: '180x180' }]) {
      const size = await page.evaluate(`new Promise((resolve, reject) => {
        const picture = new Image()
        picture.onload = () => resolve(picture.naturalWidth + 'x' + picture.naturalHeight)
        picture.onerror = () => reject(new Error('no picture'))
        picture.src = ${JSON.stringify(src)}
      })`)
      expect([src, size]).toEqual([src, sizes])
    }
  })
})

test('the shortcuts of the app lead to the screens that they name', { tag: '@once' }, async ({ page }, info) => {
  const anna = new Person(page, info)
  await anna.arrive()
  const { shortcuts } = (await (await page.request.get(`${anna.url}/manifest.webmanifest`)).json()) as Manifest
  const headings: Readonly<Record<string, TextKey>> = {
    '/wallet/send': 'send.title',
    '/payment?tab=scan': 'nav.payment',
    '/wallet/topup': 'topup.title',
  }
  expect(shortcuts.map(({ url }) => url)).toEqual(Object.keys(headings))
  for (const { url } of shortcuts) {
    await page.goto(anna.url + url)
    const heading = headings[url]
    if (heading === undefined) throw new Error(`Nobody knows where ${url} leads`)
    await expect(anna.heading(heading)).toBeVisible()
    if (heading === 'nav.payment') await expect(anna.button('scan.start')).toBeVisible()
  }
})
