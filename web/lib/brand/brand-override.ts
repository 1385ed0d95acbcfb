import { readStored, writeStored } from '#web/lib/session/storage.ts'

const BRAND = 'env_brand'

/** The brand chosen at /env, stored on this device; nothing when none was chosen. Development only, as environment.ts. */
export function brandOverride(): string | undefined {
  return readStored(BRAND)
}

/** Overrides the brand from the next start of the page; `undefined` removes the override. */
export function overrideBrand(brandId: string | undefined): void {
  writeStored(BRAND, brandId)
}
