import { readStored, writeStored } from '#web/lib/session/storage.ts'

const BRAND = 'env_brand'

/** The brand picked at /env, stored on this device; nothing when none was picked. Development only, as environment.ts. */
export function pickedBrand(): string | undefined {
  return readStored(BRAND)
}

/** Picks a brand for the next start of the page, or none: then the server's counts again. */
export function pickBrand(brandId: string | undefined): void {
  writeStored(BRAND, brandId)
}
