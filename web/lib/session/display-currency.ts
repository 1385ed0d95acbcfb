import { type Currency, isCurrency } from '#money/currency'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useConfig, useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useSession } from './use-session.ts'

/**
 * The currency of totals: the one chosen on this device while the operator offers it, else the brand's.
 */
export function useDisplayCurrency(): Currency {
  const chosen = useSession((session) => session.displayCurrency)
  const offered = useConfig()?.display_currencies
  const isOn = useFeatureFlag('display_currency')
  const isOffered = chosen !== undefined && (offered === undefined || offered.includes(chosen))
  return isOn && isOffered && isCurrency(chosen) ? chosen : currentBrand().displayCurrency
}
