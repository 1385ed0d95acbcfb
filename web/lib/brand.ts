import type { Brand } from '#brands/brand'
import { brandId, loadBrandParts } from './brand-parts.ts'

// A picture of the landing screen is an image; a third brand's is found by itself.
const PICTURES = import.meta.glob<string>('../../brands/*/assets/auth.svg', { query: '?url', import: 'default', eager: true })
// Themes are small and needed before the first paint, so they are in the page's own style sheet, each under its `data-brand`.
import.meta.glob('../../brands/*/theme.css', { eager: true })

let brand: Brand | undefined
let logo = ''

export { brandId } from './brand-parts.ts'

/** Loads the brand of the page and its logo; once, before anything is drawn. */
export async function loadBrand(): Promise<void> {
  const id = brandId()
  document.documentElement.dataset.brand = id
  ;({ brand, logo } = await loadBrandParts(id))
}

/** The brand of the page. Throws before loadBrand is done. */
export function currentBrand(): Brand {
  if (!brand) throw new Error('The brand is not loaded yet')
  return brand
}

/** The markup of the brand's logo; nothing before loadBrand is done. */
export function loadedLogo(): string {
  return logo
}

/** Where the picture of the landing screen is; nothing where the brand has none. */
export function landingPicture(): string | undefined {
  return PICTURES[`../../brands/${brandId()}/assets/auth.svg`]
}
