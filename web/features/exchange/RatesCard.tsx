import { Suspense } from 'react'
import type { Currency } from '#money/currency'
import type { Rate } from '#money/rate'
import { rateText } from '#money/rate-text'
import { PATHS } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useIsTime } from '#web/lib/page/later.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { CurrencyDisc } from '#web/ui/amount/CurrencyDisc.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { ratesQuery } from './queries.ts'
import css from './RatesCard.module.css'
import { findQuote } from './rates.ts'

const RateSparkline = lazyComponent(async () => ({ default: (await import('./RateSparkline.tsx')).RateSparkline }))

/** More rows would push the sections below out of the first view. */
const ROWS_MAX = 4

export interface RatesCardProps {
  /** The currencies in the list, most wanted first; undefined while they are unknown. */
  readonly currencies: readonly Currency[] | undefined
  /** The currency of the prices. */
  readonly base: Currency
  /** The currency that the form exchanges into the base. All other rates are from the base. */
  readonly given?: Currency | undefined
}

/**
 * The rate of each currency, as the exchange form would give it, and its movement in 30 days; a row leads to that exchange. Nothing without
 * another currency.
 */
export function RatesCard({ currencies, base, given }: RatesCardProps) {
  const t = useTranslate()
  const { data: sheet, failure } = useRetryableQuery(ratesQuery)
  const others = currencies?.filter((code) => code !== base)
  if (others?.length === 0) return null
  const rates = sheet
    ? others
        ?.flatMap((code) => {
          // The direction in which the form exchanges the pair: out of an account that there is.
          const [from, to] = code === given || !currencies?.includes(base) ? [code, base] : [base, code]
          const rate = findQuote(sheet, from, to)?.rate
          return rate ? [{ code, rate }] : []
        })
        .slice(0, ROWS_MAX)
    : undefined
  if (rates?.length === 0) return null
  return (
    <Card title={t('side.rates')} isBusy={!(rates || failure)}>
      {rates ? (
        <List>
          {rates.map((row) => (
            <RateRow key={row.code} {...row} />
          ))}
        </List>
      ) : failure ? (
        <LoadError message={t('ex.rates_error')} failure={failure} />
      ) : (
        <SkeletonRows count={Math.min(others?.length ?? 1, ROWS_MAX)} />
      )}
    </Card>
  )
}

function RateRow({ code, rate }: { readonly code: Currency; readonly rate: Rate }) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const shown = rateText(rate, language)
  const isTime = useIsTime()
  return (
    <ListRow
      icon={<CurrencyDisc currency={code} />}
      title={code}
      subtitle={t(`currency.${code}`)}
      value={
        <span className={css.rate}>
          <span className={css.line}>
            {isTime ? (
              <ErrorBoundary fallback={() => null}>
                <Suspense>
                  <RateSparkline from={shown.a} to={shown.b} />
                </Suspense>
              </ErrorBoundary>
            ) : null}
          </span>
          {t('ex.rate', { ...shown })}
        </span>
      }
      to={`${PATHS.Exchange}?currencyCode=${rate.from}&toCurrencyCode=${rate.to}`}
    />
  )
}
