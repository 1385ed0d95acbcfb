import type { Brand } from '#brands/brand'
import { brandId, loadBrandParts } from './brand-parts.ts'

// Themes are small and needed before the first paint, so they are in the page's own style sheet, each under its `data-brand`.
import.meta.glob('../../../brands/*/theme.css', { eager: true })

let brand: Brand | undefined
let logo = ''

export { brandId, brandIds, landingPicture } from './brand-parts.ts'

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

/** The name of the brand; before it is loaded, the one that the server wrote into the page as its title. */
export function brandName(): string {
  return brand?.name ?? document.title
}

/** The markup of the brand's logo; nothing before loadBrand is done. */
export function loadedLogo(): string {
  return logo
}
