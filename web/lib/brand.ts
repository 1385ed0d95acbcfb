import type { Brand } from '#brands/brand'
import { pickedBrand } from './environment.ts'

// A glob needs a path; "#brands/*" cannot be searched. A third brand is one more folder and no edit here.
const BRANDS = import.meta.glob<{ readonly brand: Brand }>('../../brands/*/brand.ts')
// The logo comes as markup, because it uses the theme's colours; the picture is an image.
const LOGOS = import.meta.glob<string>('../../brands/*/assets/logo.svg', { query: '?raw', import: 'default' })
const PICTURES = import.meta.glob<string>('../../brands/*/assets/auth.svg', { query: '?url', import: 'default', eager: true })
// Themes are small and needed before the first paint, so they are in the page's own style sheet, each under its `data-brand`.
import.meta.glob('../../brands/*/theme.css', { eager: true })

const DEFAULT_BRAND = 'stater'
let brand: Brand | undefined
let logo = ''

/** The ids of the brands there are. */
export function brandIds(): readonly string[] {
  return Object.keys(BRANDS).flatMap((path) => path.split('/').at(-2) ?? [])
}

/**
 * The id of the brand that the server wrote into the page, in development of the one picked at /env; the default of spec point 1 when
 * that is none that we know.
 */
export function brandId(): string {
  const picked = import.meta.env.DEV ? pickedBrand() : undefined
  const written = picked ?? document.documentElement.dataset.brand ?? ''
  return `../../brands/${written}/brand.ts` in BRANDS ? written : DEFAULT_BRAND
}

/** Loads the brand of the page and its logo; once, before anything is drawn. */
export async function loadBrand(): Promise<void> {
  const id = brandId()
  document.documentElement.dataset.brand = id
  const [module, drawing] = await Promise.all([
    BRANDS[`../../brands/${id}/brand.ts`]?.(),
    LOGOS[`../../brands/${id}/assets/logo.svg`]?.(),
  ])
  brand = module?.brand
  logo = drawing ?? ''
}

/** The brand of the page. Throws before loadBrand is done. */
export function currentBrand(): Brand {
  if (!brand) throw new Error('The brand is not loaded yet')
  return brand
}

/** The name of the brand; before it is loaded, the one that the server wrote into the page as its title. */
export function brandName(): string {
  return brand?.name ?? document.title
}

/** The markup of the brand's logo; nothing before loadBrand is done. */
export function loadedLogo(): string {
  return logo
}

/** Where the picture of the landing screen is; nothing where the brand has none. */
export function landingPicture(): string | undefined {
  return PICTURES[`../../brands/${brandId()}/assets/auth.svg`]
}
