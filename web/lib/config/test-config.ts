import type { FeatureFlag } from '#contract/config'
import { CURRENCY_CODES } from '#money/currency'
import { queryClient } from '#web/lib/api/query-client.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { type Config, configQuery } from './config.ts'

/** For tests, once the brand has loaded: puts a response to the config call into the cache; `off` are the features that are off. */
export function setTestConfig({ off = [], ...changes }: Partial<Config> & { readonly off?: readonly FeatureFlag[] } = {}): void {
  const { id, featureFlags, accountCurrencies, support } = currentBrand()
  queryClient.setQueryData(configQuery.queryKey, {
    status: 'ok',
    brand: id,
    version: 'v0.0.57-stage',
    sandbox: true,
    switches: { ...featureFlags, ...Object.fromEntries(off.map((name) => [name, false])) },
    switched_off_until: {},
    display_currencies: [...CURRENCY_CODES],
    account_currencies: [...accountCurrencies],
    limits: [],
    support,
    ...changes,
  })
}

/** For tests: what a level allows in roubles. */
export const TEST_LIMITS = {
  currency_code: 'RUB',
  topup_min: '10.00',
  topup_max: '15000.00',
  withdrawal_min: '100.00',
  withdrawal_max: '5000.00',
  withdrawal_daily: '9000.00',
  withdrawal_fee_percent: '0.00',
  p2p_min: '10.00',
  p2p_max: '5000.00',
  p2p_daily: '9000.00',
  p2p_monthly: '90000.00',
  p2p_person_daily: '9000.00',
  p2p_received_monthly: '90000.00',
} as const
