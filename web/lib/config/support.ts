import { currentBrand } from '#web/lib/brand/brand.ts'
import type { Config } from './config.ts'
import { useConfig } from './use-config.ts'

/** The support's contacts: the operator's, and the brand's until they have loaded. */
export function useSupport(): Config['support'] {
  return useConfig()?.support ?? currentBrand().support
}

/** The support's phone for use inside a sentence: it does not wrap. */
export function useSupportPhone(): string {
  return useSupport().phone.replaceAll(' ', '\u00a0')
}
