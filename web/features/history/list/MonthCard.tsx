import { queryOptions } from '@tanstack/react-query'
import { statistics } from '#contract/statistics'
import type { Currency } from '#money/currency'
import { instantsOf, rangeOfPreset } from '#web/features/history/period/period.ts'
import { readStatistics } from '#web/features/history/statistics/statistics.ts'
import { WithoutRate } from '#web/features/history/statistics/WithoutRate.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { callApi } from '#web/lib/api/call.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './MonthCard.module.css'
import { monthFlow } from './month-flow.ts'

const PLACES = ['in', 'out'] as const

/** The income and expenses of this month, in one currency; leads to the month in the history. */
export function MonthCard({ currency }: { readonly currency: Currency }) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(monthQuery(currency))
  const flow = data && monthFlow(data, currency)
  return (
    <Card
      title={t('side.month')}
      isBusy={!(data || failure)}
      action={
        <TextLink to={`${PATHS.History}?period=this_month`} isQuiet>
          {t('nav.history')}
        </TextLink>
      }
    >
      {failure ? (
        <LoadError message={t('stat.error')} failure={failure} />
      ) : (
        <>
          <dl className={css.flow}>
            {PLACES.map((place) => (
              <div key={place} className={css.part}>
                <dt className={css.label}>{t(`side.${place}`)}</dt>
                <dd className={css.amount}>{flow ? <Amount of={flow[place]} variant="signed" /> : <Skeleton width="96px" />}</dd>
              </div>
            ))}
          </dl>
          {data ? <WithoutRate codes={data.missing} /> : null}
        </>
      )}
    </Card>
  )
}

/** Has the key prefix of the statistics, which are refetched whenever money has moved. */
function monthQuery(currency: Currency) {
  // The days of a month do not depend on the first day of the week.
  const query = { ...instantsOf(rangeOfPreset('this_month', { now: new Date(), weekStart: 1 })), display_currency: currency }
  return queryOptions({
    queryKey: ['transactions', 'statistics', query],
    queryFn: async ({ signal }) => readStatistics(await callApi(statistics, { signal, query })),
  })
}
