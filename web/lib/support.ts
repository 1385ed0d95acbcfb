import { currentBrand } from './brand.ts'

/** The brand's support phone for the middle of a sentence: it stays in one line. */
export function supportPhone(): string {
  return currentBrand().support.phone.replaceAll(' ', '\u00a0')
}
