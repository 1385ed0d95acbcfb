import type { Brand } from '#brands/brand'
import { config } from '#contract/config'
import { CURRENCY_CODES } from '#money/currency'
import type { Database } from '#server/db/pool'
import { type Http, openRoute } from '#server/http/route'
import type { OperatorSettings } from '#server/operator/operator-settings'
import type { TakenDecimals } from '#server/providers/scales'
import { findLimits, getFirstLevel } from '#server/users/levels'
import { limitsReply } from '#server/users/limits-reply'

const ADDRESS_FIELDS = ['country_code', 'city', 'zip_code', 'address'] as const

export interface ConfigDeps {
  readonly database: Database
  readonly brand: Brand
  readonly operator: OperatorSettings
  readonly version: string
  readonly isSandbox: boolean
  readonly takenDecimals: Readonly<Record<'topup' | 'withdrawal' | 'payment', TakenDecimals>>
}

/** What the page needs before sign-in. */
export function configRoutes(http: Http, { database, brand, operator, version, isSandbox, takenDecimals }: ConfigDeps): void {
  openRoute(http, config, async () => {
    const limits = await findLimits(database, (await getFirstLevel(database)).code)
    return {
      status: 'ok' as const,
      brand: brand.id,
      version,
      sandbox: isSandbox,
      switches: operator.featureFlags(),
      switched_off_until: operator.offUntil(),
      display_currencies: [...CURRENCY_CODES],
      account_currencies: [...brand.accountCurrencies],
      limits: limitsReply(limits),
      taken_decimals: takenDecimals,
      registration: registrationOf(brand),
      support: operator.support(),
    }
  })
}

/** What a brand asks for at sign-up, besides name, phone and e-mail address. */
function registrationOf({ register, documents }: Brand) {
  return {
    fields: register.address ? [...ADDRESS_FIELDS] : [],
    consents: register.consents.flatMap((asked) => documents.filter(({ id }) => id === asked).map((each) => ({ ...each }))),
  }
}
