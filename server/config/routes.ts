import type { Brand } from '#brands/brand'
import { config } from '#contract/config'
import { CURRENCY_CODES } from '#money/currency'
import type { Database } from '#server/db/pool'
import { type Http, openRoute } from '#server/http/route'
import type { OperatorSettings } from '#server/operator/settings'
import { findLimits, getFirstLevel } from '#server/users/levels'
import { limitsReply } from '#server/users/limits-reply'

export interface ConfigDeps {
  readonly database: Database
  readonly brand: Brand
  readonly operator: OperatorSettings
  readonly version: string
  readonly isSandbox: boolean
}

/** What the page needs to know before anybody signs in. */
export function configRoutes(http: Http, { database, brand, operator, version, isSandbox }: ConfigDeps): void {
  openRoute(http, config, async () => {
    const limits = await findLimits(database, (await getFirstLevel(database)).code)
    return {
      status: 'ok' as const,
      brand: brand.id,
      version,
      sandbox: isSandbox,
      switches: operator.switches(),
      switched_off_until: operator.offUntil(),
      display_currencies: [...CURRENCY_CODES],
      account_currencies: [...brand.accountCurrencies],
      limits: limitsReply(limits),
      support: operator.support(),
    }
  })
}
