import { useQuery } from '@tanstack/react-query'
import type { FeatureFlag } from '#contract/config'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { type Config, configQuery } from './config.ts'
import { flagOverrides } from './environment.ts'

/** The config; undefined until it has loaded. */
export function useConfig(): Config | undefined {
  return useQuery(configQuery).data
}

/** Whether a feature is on: the server's value, the brand's default until it has loaded. In development /env overrides both. */
export function useFeatureFlag(name: FeatureFlag): boolean {
  const served = useConfig()?.switches[name] ?? currentBrand().featureFlags[name]
  const picked = import.meta.env.DEV ? flagOverrides()[name] : undefined
  return picked ?? served
}
