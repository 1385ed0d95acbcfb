import type { TextKey } from '#texts/texts'
import { ratesQuery } from '#web/features/exchange/queries.ts'
import { findQuote } from '#web/features/exchange/rates.ts'
import { AssetList } from '#web/features/wallets/AssetList.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { closePanel } from '#web/lib/page/panels.ts'
import { useDisplayCurrency } from '#web/lib/session/display-currency.ts'
import { setDisplayCurrency } from '#web/lib/session/session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'

export const title: TextKey = 'panel.assets.title'

/** The panel that chooses the currency "Total ≈" is told in; a choice closes it. */
export default function SearchAssets() {
  const isOn = useFeatureFlag('display_currency')
  return (
    <Stack>
      {isOn ? null : <FeatureOffNotice feature="display_currency" />}
      <Assets isOff={!isOn} />
    </Stack>
  )
}

function Assets({ isOff }: { readonly isOff: boolean }) {
  const t = useTranslate()
  const chosen = useDisplayCurrency()
  const accounts = useRetryableQuery(accountsQuery)
  const rates = useRetryableQuery(ratesQuery)
  const sheet = rates.data
  if (accounts.data && sheet) {
    return (
      <AssetList
        accounts={accounts.data}
        findRate={(from, to) => findQuote(sheet, from, to)?.rate}
        {...{ chosen, isOff }}
        onChoose={setDisplayCurrency}
        onDone={closePanel}
      />
    )
  }
  const failure = accounts.failure ?? rates.failure
  if (!failure) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={5} />
      </div>
    )
  }
  return <LoadError message={t(accounts.failure ? 'wallets.error' : 'ex.rates_error')} failure={failure} />
}
