import { useQuery } from '@tanstack/react-query'
import type { Switch } from '#contract/config'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { type Config, configQuery } from './config.ts'
import { pickedSwitches } from './environment.ts'

/** The config, or nothing until it is there. */
export function useConfig(): Config | undefined {
  return useQuery(configQuery).data
}

/** Whether the operator has a feature on; as the brand begins with it until the server has said. In development /env stands above both. */
export function useSwitch(name: Switch): boolean {
  const served = useConfig()?.switches[name] ?? currentBrand().switches[name]
  const picked = import.meta.env.DEV ? pickedSwitches()[name] : undefined
  return picked ?? served
}
