import type { Brand } from '#brands/brand'
import { brandOverride } from './brand-override.ts'

// A glob needs a path; "#brands/*" cannot be searched. A third brand is one more folder and no edit here.
const BRANDS = import.meta.glob<{ readonly brand: Brand }>('../../../brands/*/brand.ts')
// The logo comes as markup, because it uses the theme's colours.
const LOGOS = import.meta.glob<string>('../../../brands/*/assets/logo.svg', { query: '?raw', import: 'default' })
const PICTURES = import.meta.glob<string>('../../../brands/*/assets/auth.svg', { query: '?url', import: 'default', eager: true })

const DEFAULT_BRAND = 'stater'

/** The ids of all brands. */
export function brandIds(): readonly string[] {
  return Object.keys(BRANDS).flatMap((path) => path.split('/').at(-2) ?? [])
}

/**
 * The id of the brand that the server wrote into the page, in development of the one chosen at /env; the default brand when it is
 * unknown.
 */
export function brandId(): string {
  const override = import.meta.env.DEV ? brandOverride() : undefined
  const written = override ?? document.documentElement.dataset.brand ?? ''
  return `../../../brands/${written}/brand.ts` in BRANDS ? written : DEFAULT_BRAND
}

/** The URL of the landing screen's picture; nothing when the brand has none. */
export function landingPicture(): string | undefined {
  return PICTURES[`../../../brands/${brandId()}/assets/auth.svg`]
}

/** The parts of a brand loaded besides its theme, pictures and texts. */
export interface BrandParts {
  readonly brand: Brand | undefined
  readonly logo: string
}

/** Loads the data and the logo of a brand. */
export async function loadBrandParts(id: string): Promise<BrandParts> {
  const [module, logo = ''] = await Promise.all([
    BRANDS[`../../../brands/${id}/brand.ts`]?.(),
    LOGOS[`../../../brands/${id}/assets/logo.svg`]?.(),
  ])
  return { brand: module?.brand, logo }
}
