import type { Brand } from '#brands/brand'
import { config } from '#contract/config'
import { toDecimal } from '#money/amount'
import { CURRENCY_CODES } from '#money/currency'
import type { Database } from '#server/db/pool'
import { type Http, openRoute } from '#server/http/route'
import { findLimits, getFirstLevel } from '#server/users/levels'

export interface ConfigDeps {
  readonly database: Database
  readonly brand: Brand
  readonly version: string
  readonly isSandbox: boolean
}

/** What the page needs to know before anybody signs in. */
export function configRoutes(http: Http, { database, brand, version, isSandbox }: ConfigDeps): void {
  openRoute(http, config, async () => {
    const limits = await findLimits(database, (await getFirstLevel(database)).code)
    return {
      status: 'ok' as const,
      brand: brand.id,
      version,
      sandbox: isSandbox,
      switches: brand.switches,
      switched_off_until: {},
      display_currencies: [...CURRENCY_CODES],
      account_currencies: [...brand.accountCurrencies],
      limits: [...limits].map(([currency, limit]) => ({
        currency_code: currency,
        topup_min: toDecimal(limit.topupMin),
        topup_max: toDecimal(limit.topupMax),
        withdrawal_min: toDecimal(limit.withdrawalMin),
        withdrawal_max: toDecimal(limit.withdrawalMax),
        withdrawal_daily: toDecimal(limit.withdrawalDaily),
        withdrawal_fee_percent: basisPointsAsPercent(limit.withdrawalFeeBasisPoints),
      })),
      support: brand.support,
    }
  })
}

function basisPointsAsPercent(basisPoints: bigint): string {
  return `${basisPoints / 100n}.${(basisPoints % 100n).toString().padStart(2, '0')}`
}
