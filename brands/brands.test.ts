import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CURRENCY_CODES } from '#money/currency'
import { LANGUAGES } from '#texts/languages'
import { CATALOGUES, createTexts } from '#texts/texts'
import { takesNumberOf } from './brand.ts'
import { readBrandAssets } from './brands.ts'
import { readMarkdown } from './markdown.ts'

const FOLDERS = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)
const THEMES = ['light', 'dark'] as const
const COLOURS =
  'bg surface surface-2 text text-2 text-3 border border-strong primary on-primary primary-hover primary-pressed primary-soft on-primary-soft accent on-accent success success-soft danger on-danger danger-soft warning warning-soft info info-soft focus disabled-bg disabled-text skeleton account-violet account-blue account-teal account-green account-amber account-rose account-gray'
    .split(' ')
    .map((name) => `--${name}`)
const SHADOWS = ['--shadow-1', '--shadow-2', '--shadow-3']
const RADII = ['xs', 's', 'm', 'l', 'xl'].map((name) => `--radius-${name}`)
const CARDS = ['rub', 'usd', 'eur', 'gbp', 'jpy', 'idr', 'usdc', 'other']

/** Text and what it stands on, with the least ratio (WCAG 2.2, 1.4.3 and 1.4.11). */
const PAIRS: [foregrounds: string, backgrounds: string, ratio: number][] = [
  ['text text-2 text-3', 'bg surface surface-2', 4.5],
  ['primary', 'bg surface surface-2', 4.5],
  ['on-primary', 'primary primary-hover primary-pressed', 4.5],
  ['on-primary-soft', 'primary-soft', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-danger', 'danger', 4.5],
  ['success', 'bg surface surface-2 success-soft', 4.5],
  ['danger', 'bg surface surface-2 danger-soft', 4.5],
  ['warning', 'surface warning-soft', 4.5],
  ['info', 'surface info-soft', 4.5],
  ['text text-2', 'warning-soft danger-soft success-soft info-soft primary-soft', 4.5],
  ['disabled-text', 'disabled-bg surface', 4.5],
  ['border-strong', 'bg surface surface-2', 3],
  ['focus', 'bg surface surface-2', 3],
  ['account-violet account-blue account-teal account-green account-amber account-rose account-gray', 'bg surface surface-2', 3],
]

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const sharedTokens = read('../web/ui/page/tokens.css')

/** The custom properties that the blocks of exactly this selector set, at the top level of a stylesheet. */
function tokensOf(stylesheet: string, selector: string): Map<string, string> {
  const plain = stylesheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll("'", '"')
  const blocks = [...plain.matchAll(/^([^\s@][^{}]*)\{([^{}]*)\}/gm)].filter((match) => match[1]?.trim() === selector)
  return new Map(
    blocks.flatMap((match) =>
      [...(match[2] ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((found) => [found[1] ?? '', found[2] ?? '']),
    ),
  )
}

/** WCAG 2.2 contrast ratio of two colours `#rrggbb`. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const channels = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour)
  if (!channels) throw new Error(`Not a colour: ${colour}`)
  const [red = 0, green = 0, blue = 0] = channels.slice(1).map((hex) => {
    const channel = Number.parseInt(hex, 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

async function packOf(folder: string) {
  const [brand, levels, operator, ru, en] = await Promise.all([
    import(`./${folder}/brand.ts`),
    import(`./${folder}/levels.ts`),
    import(`./${folder}/operator.ts`),
    import(`./${folder}/texts.ru.ts`),
    import(`./${folder}/texts.en.ts`),
  ])
  return readBrandAssets({
    brand: brand.brand,
    levels: levels.levels,
    operator: operator.operator,
    texts: { ru: ru.texts, en: en.texts },
  })
}

test.each(FOLDERS)('%s says no article before a currency code or a name in English', async (folder) => {
  const { texts, levels } = await packOf(folder)
  const english = [...Object.values(texts.en), ...levels.flatMap(({ name, howto }) => [name.en ?? '', howto?.en ?? ''])]
  const codes = new RegExp(`\\b(a|an)\\s+(\\{|(${CURRENCY_CODES.join('|')})\\b)`, 'i')
  expect(english.filter((text) => codes.test(text ?? ''))).toEqual([])
})

test('stater and grok have a folder [brands-1]', () => {
  expect(FOLDERS).toEqual(expect.arrayContaining(['stater', 'grok']))
})

describe.each(FOLDERS)('the brand %s', (folder) => {
  const theme = read(`./${folder}/theme.css`)
  const coloursOf = (name: string) => tokensOf(theme, `:root[data-brand="${folder}"][data-theme="${name}"]`)

  test('is well formed and named after its folder [brands-2]', async () => {
    const { brand } = await packOf(folder)
    expect(brand.id).toBe(folder)
  })

  test('has limits at every level for each currency an account can be opened in', async () => {
    const { brand, levels } = await packOf(folder)
    for (const level of levels) {
      const limited = level.limits.map((limits) => limits.currency)
      expect(limited).toEqual(expect.arrayContaining([...brand.accountCurrencies]))
    }
  })

  test('says who runs the wallet and by which licence, and cannot leave it out', async () => {
    const { operator } = await packOf(folder)
    for (const language of LANGUAGES) expect([operator.name[language], operator.licence[language]]).not.toContain('')
    const nameless = { ...operator, name: { ...operator.name, en: '' } }
    const { brand, levels, texts } = await packOf(folder)
    expect(() => readBrandAssets({ brand, levels, texts, operator: nameless })).toThrow(/operator\.ts of the brand/)
  })

  test('has each document that it shows in every language that it has documents in, in the version that consents are recorded with', async () => {
    const { brand } = await packOf(folder)
    const shown = brand.documents.filter(({ id, url }) => url === `/documents/${id}`)
    const files = readdirSync(new URL(`./${folder}/documents`, import.meta.url))
    const spoken = LANGUAGES.filter((language) => files.some((file) => file.endsWith(`.${language}.md`)))
    expect(spoken).toEqual(expect.arrayContaining(['ru', 'en']))
    for (const { id, version } of shown)
      for (const language of spoken) {
        const { facts, blocks } = readMarkdown(read(`./${folder}/documents/${id}.${language}.md`))
        expect([id, language, facts.version, blocks.length > 0]).toEqual([id, language, version, true])
      }
  })

  test('has a title for each of its documents, and the terms of a top-up among them', async () => {
    const { brand, texts } = await packOf(folder)
    const ids = brand.documents.map((document) => document.id)
    expect(ids).toContain('topup_terms')
    const { has } = createTexts(texts)
    expect(ids.filter((id) => !has(`document.${id}`))).toEqual([])
  })

  test('overrides the same texts in both languages, with the parameters of the catalogue', async () => {
    const { texts } = await packOf(folder)
    expect(Object.keys(texts.en)).toEqual(Object.keys(texts.ru))
    const parameters = (text = '') => new Set([...text.matchAll(/\{\w+\}|<\w+>/g)].map((match) => match[0]))
    for (const language of LANGUAGES) {
      const catalogue: Record<string, string> = CATALOGUES[language]
      for (const [key, text] of Object.entries(texts[language])) {
        // What is only the brand's is compared with its other language.
        expect([key, parameters(text)]).toEqual([key, parameters(catalogue[key] ?? createTexts(texts).all('ru')[key])])
        expect(text).not.toMatch(/ {2}|^\s|\s$|^$/)
      }
    }
  })

  test('has every theme token, in light and in dark, and no other', () => {
    expect([...tokensOf(theme, `:root[data-brand="${folder}"]`).keys()].sort()).toEqual([...RADII].sort())
    for (const name of THEMES) expect([...coloursOf(name).keys()].sort()).toEqual([...COLOURS, ...SHADOWS].sort())
  })

  test('as an app has the colour of its light background, and icons of their sizes', async () => {
    expect((await packOf(folder)).brand.appColor).toBe(coloursOf('light').get('--bg'))
    const sizes = { '180': 180, '192': 192, '512': 512, maskable: 512 }
    for (const [name, size] of Object.entries(sizes)) {
      const png = readFileSync(new URL(`./${folder}/assets/icon-${name}.png`, import.meta.url))
      expect([name, png.readUInt32BE(0), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([name, 0x89504e47, size, size])
      expect(png.length).toBeLessThan(150_000)
    }
  })

  test.each(THEMES)('keeps its %s pairs readable', (name) => {
    const colours = coloursOf(name)
    const poor = PAIRS.flatMap(([foregrounds, backgrounds, ratio]) =>
      foregrounds.split(' ').flatMap((foreground) =>
        backgrounds.split(' ').flatMap((background) => {
          const measured = contrast(colours.get(`--${foreground}`) ?? '', colours.get(`--${background}`) ?? '')
          return measured < ratio ? [`${foreground} on ${background}: ${measured.toFixed(2)}`] : []
        }),
      ),
    )
    expect(poor).toEqual([])
  })

  test.each(THEMES)('shows each series of a chart against its %s surface', (name) => {
    const series = tokensOf(sharedTokens, `:root[data-theme="${name}"]`)
    expect(series.size).toBe(6)
    for (const colour of series.values()) {
      expect(contrast(colour, coloursOf(name).get('--surface') ?? '')).toBeGreaterThanOrEqual(3)
    }
  })

  test.each(['logo', 'auth', 'favicon'])('has its own %s, a drawing that loads nothing [brands-3]', (name) => {
    const svg = read(`./${folder}/assets/${name}.svg`)
    expect(svg).toMatch(/^<svg [^>]*viewBox="/)
    // the page's content security policy allows neither scripts nor styles inside a drawing
    expect(svg).not.toMatch(/<script|<style|<text|<image|style=|href="(?!#)|\son\w+=/)
    expect(svg.length).toBeLessThan(20_000)
  })
})

test.each(FOLDERS)('%s has a picture for shared links, of the size that messengers show', (folder) => {
  const picture = readFileSync(new URL(`./${folder}/assets/share.png`, import.meta.url))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
  expect(picture.length).toBeLessThan(100_000)
})

test('no brand has a picture of another: what was copied with a folder is drawn anew', () => {
  const places = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`./${folder}/assets/`, import.meta.url)).map((name) => `${folder}/assets/${name}`),
  )
  const owners = new Map<string, string>()
  const copied = places.flatMap((place) => {
    const content = readFileSync(new URL(place, import.meta.url)).toString('base64')
    const first = owners.get(content)
    owners.set(content, first ?? place)
    return first === undefined ? [] : [`${place} is ${first}`]
  })
  expect(copied).toEqual([])
})

test('white text is readable at both ends of every account card', () => {
  const tokens = tokensOf(sharedTokens, ':root')
  for (const card of CARDS.flatMap((code) => [`--card-${code}-from`, `--card-${code}-to`])) {
    expect(contrast(tokens.get('--card-text') ?? '', tokens.get(card) ?? '')).toBeGreaterThanOrEqual(4.5)
  }
})

test('a brand may have a market, at an https address', async () => {
  const { brand, levels, operator, texts } = await packOf('stater')
  const marketUrl = 'https://market.example/wallet?from=home'
  expect(readBrandAssets({ brand: { ...brand, marketUrl }, levels, operator, texts }).brand.marketUrl).toBe(marketUrl)
})

test('a brand takes numbers of all countries but those it excludes, or of those alone that it names [brands-4]', async () => {
  const { brand, levels, operator, texts } = await packOf('stater')
  const phone = { excludedCountries: ['US'], countries: ['RU', 'KZ'], defaultCountry: { ru: 'RU', en: 'KZ' } }
  const { brand: few } = readBrandAssets({ brand: { ...brand, phone }, levels, operator, texts })
  const takes = (...possible: string[]) => takesNumberOf(few.phone, possible)
  expect([takes('RU'), takes('KZ'), takes('GB'), takes('US')]).toEqual([true, true, false, false])
  // Of digits that do not tell, one of whose countries is named.
  expect([takes('RU', 'GB'), takes('GB', 'GG'), takes('RU', 'US'), takes()]).toEqual([true, false, false, false])
  const all = { excludedCountries: ['US'], defaultCountry: { ru: 'RU', en: 'GB' } }
  expect([takesNumberOf(all, ['GB']), takesNumberOf(all, ['US']), takesNumberOf(all, [])]).toEqual([true, false, true])
})

describe('a document that only one brand has', () => {
  const TARIFFS = { id: 'tariffs', version: '2026-12-01', url: '/documents/tariffs' }
  const RU = { 'document.tariffs': 'Тарифы', 'consent.tariffs': 'Принимаю <doc>тарифы</doc>' }
  const EN = { 'document.tariffs': 'Tariffs', 'consent.tariffs': 'I accept the <doc>tariffs</doc>' }

  async function brandWith(ru: Readonly<Record<string, string>>, en: Readonly<Record<string, string>>) {
    const { brand, levels, operator, texts } = await packOf('stater')
    const register = { ...brand.register, consents: [...brand.register.consents, 'tariffs'] }
    const unchecked = { ...brand, register, documents: [...brand.documents, TARIFFS] }
    return { brand: unchecked, levels, operator, texts: { ru: { ...texts.ru, ...ru }, en: { ...texts.en, ...en } } }
  }

  test('is titled, and agreed to, by texts in the folder of the brand alone', async () => {
    const { brand, texts } = readBrandAssets(await brandWith(RU, { ...EN, 'err.consent.tariffs': 'The tariffs are needed' }))
    expect(brand.documents).toContainEqual(TARIFFS)
    const { has, translateAny } = createTexts(texts)
    expect([has('document.tariffs'), has('document.offer'), has('document.fees')]).toEqual([true, true, false])
    expect(translateAny('ru', 'document.tariffs')).toBe('Тарифы')
    expect(translateAny('en', 'consent.tariffs')).toBe('I accept the <doc>tariffs</doc>')
  })

  test('is refused under the id of a text of the wallet, and under one that another has', async () => {
    const { brand, ...rest } = await brandWith(RU, EN)
    const withId = (id: string) => ({ brand: { ...brand, documents: [...brand.documents, { ...TARIFFS, id }] }, ...rest })
    expect(() => readBrandAssets(withId('text'))).toThrow(
      /^The brand.ts of the brand cannot be used:\ndocuments\.\d+\.id: .*document\.text/,
    )
    expect(() => readBrandAssets(withId('tariffs'))).toThrow('documents: A document twice')
    // Every other key of the catalogue that could be a document's is the title of one.
    const titles = 'offer data topup_terms aml cookies privacy terms'.split(' ').map((id) => `document.${id}`)
    const others = Object.keys(CATALOGUES.en).filter((key) => key.startsWith('document.') && !titles.includes(key))
    expect(others).toEqual(['document.text'])
  })

  test.each([
    ['without a title in a language', RU, { 'consent.tariffs': 'I accept the <doc>tariffs</doc>' }, 'en.ts', 'document.tariffs'],
    ['asked for without what people agree to', { 'document.tariffs': 'Тарифы' }, EN, 'ru.ts', 'consent.tariffs'],
    ['agreed to without a link', { ...RU, 'consent.tariffs': 'Принимаю тарифы' }, EN, 'ru.ts', 'consent.tariffs'],
    ['titled where the brand has none such', { ...RU, 'document.fees': 'Сборы' }, EN, 'ru.ts', 'document.fees'],
    ['with an empty title', { ...RU, 'document.tariffs': '' }, EN, 'ru.ts', 'document.tariffs'],
  ])('is refused %s, by file and key', async (_what, ru, en, file, key) => {
    const unchecked = await brandWith(ru, en)
    expect(() => readBrandAssets(unchecked)).toThrow(new RegExp(`^The texts.${file} of the brand cannot be used:\n${key}: `))
  })
})

describe('a brand is refused', () => {
  test('when it names what it does not have', async () => {
    const { brand, levels, operator, texts } = await packOf('grok')
    const wrong = [
      { ...brand, firstAccounts: ['JPY'] },
      { ...brand, footerDocuments: ['offer'] },
      { ...brand, register: { ...brand.register, consents: ['data'] } },
      { ...brand, phone: { ...brand.phone, defaultCountry: { ru: 'RU', en: 'GB' } } },
      { ...brand, phone: { ...brand.phone, countries: ['KZ'] } },
      { ...brand, phone: { ...brand.phone, countries: [] } },
      { ...brand, featureFlags: { ...brand.featureFlags, kyc: undefined } },
      { ...brand, featureFlags: { ...brand.featureFlags, lottery: true } },
    ]
    for (const unchecked of wrong) expect(() => readBrandAssets({ brand: unchecked, levels, operator, texts })).toThrow()
    expect(() => readBrandAssets({ brand, levels: [...levels, ...levels], operator, texts })).toThrow()
    expect(() => readBrandAssets({ brand, levels, operator, texts: { ...texts, en: { 'no.such.key': 'Text' } } })).toThrow()
  })

  test('when a level has no limits for a currency that accounts are opened in', async () => {
    const { brand, levels, operator, texts } = await packOf('grok')
    const fewer = levels.map((level) => ({ ...level, limits: level.limits.filter(({ currency }) => currency !== 'EUR') }))
    expect(() => readBrandAssets({ brand, levels: fewer, operator, texts })).toThrow('Each level needs limits for EUR')
  })

  test('with the file and the place that are at fault', async () => {
    const { brand, levels, operator, texts } = await packOf('grok')
    const { email: _, ...support } = brand.support
    const unchecked = { brand: { ...brand, support }, levels, operator, texts }
    const [first, ...others] = levels
    const limits = first?.limits.map((each) => ({ ...each, topupMin: '1,000' }))
    expect(() => readBrandAssets({ brand, levels: [{ ...first, limits }, ...others], operator, texts })).toThrow(
      /^The levels\.ts of the brand cannot be used:\n0\.limits\.0\.topupMin: /,
    )
    expect(() => readBrandAssets(unchecked)).toThrow(/^The brand\.ts of the brand cannot be used:\nsupport\.email: /)
  })

  test.each(['http://market.example', 'javascript:alert(1)', 'market.example', '/market', 'https://', ''])(
    'with «%s» as the address of its market',
    async (marketUrl) => {
      const { brand, levels, operator, texts } = await packOf('stater')
      expect(() => readBrandAssets({ brand: { ...brand, marketUrl }, levels, operator, texts })).toThrow()
    },
  )

  test('when a limit falls from the least to the most', async () => {
    const { brand, levels, operator, texts } = await packOf('stater')
    const upsideDown = levels.map((level) => ({
      ...level,
      limits: level.limits.map((limits) => ({ ...limits, topupMax: '0.50' })),
    }))
    expect(() => readBrandAssets({ brand, levels: upsideDown, operator, texts })).toThrow()
  })
})
