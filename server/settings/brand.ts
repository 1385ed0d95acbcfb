import { readdir, readFile } from 'node:fs/promises'
import type { Brand } from '#brands/brand'
import { type BrandAssets, readBrandAssets } from '#brands/brands'
import { LANGUAGES } from '#texts/languages'

const FOLDER = new URL('../../brands/', import.meta.url)
// The modules beside this one are .ts in the repository and .js in the built program.
const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/** Loads the brand of this deployment from its folder. Throws when there is no such folder. */
export async function loadBrandAssets(id: string): Promise<BrandAssets> {
  const known = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  if (!known.includes(id)) throw new Error(`There is no brand ${id}; there are ${known.join(', ')}`)
  const load = async (file: string): Promise<Record<string, unknown>> => import(new URL(`${id}/${file}${ENDING}`, FOLDER).href)
  const files = await readdir(new URL(`${id}/`, FOLDER))
  const [brand, levels, operator, ...texts] = await Promise.all([
    load('brand'),
    load('levels'),
    load('operator'),
    ...LANGUAGES.map(async (language) => {
      const file = `texts.${language}`
      return [language, files.includes(file + ENDING) ? (await load(file)).texts : undefined] as const
    }),
  ])
  return readBrandAssets({
    brand: brand.brand,
    levels: levels.levels,
    operator: operator.operator,
    texts: Object.fromEntries(texts),
  })
}

/** The favicon of a brand, as SVG; empty when it has none. */
export async function readBrandMark(id: string): Promise<string> {
  return readFile(new URL(`${id}/assets/favicon.svg`, FOLDER), 'utf8').catch(() => '')
}

/** The user of `npm run demo`, whom the README names: with a Russian phone number when the brand accepts those, else with a British one. */
export function demoUserOf(brand: Brand): { readonly phone: string; readonly pin: string } {
  return { phone: brand.phone.excludedCountries.includes('RU') ? '447911123456' : '79123456789', pin: '2580' }
}
