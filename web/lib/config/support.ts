import { currentBrand } from '#web/lib/brand/brand.ts'
import type { Config } from './config.ts'
import { useConfig } from './use-config.ts'

/** How to reach the support: the operator's word, the brand's until it is there. */
export function useSupport(): Config['support'] {
  return useConfig()?.support ?? currentBrand().support
}

/** The support's phone for the middle of a sentence: it stays in one line. */
export function useSupportPhone(): string {
  return useSupport().phone.replaceAll(' ', '\u00a0')
}
