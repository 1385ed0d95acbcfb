import { queryOptions } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { searchedTransactions } from '#contract/history-search'
import { type Money, subtract } from '#money/money'
import { readPage } from '#web/features/history/list/transactions.ts'
import { callApi } from '#web/lib/api/call.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Sparkline } from '#web/ui/amount/Sparkline.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './BalanceChart.module.css'
import { type BalancePoint, balanceHistory, extremesOf } from './balance-history.ts'

const DAYS = 30
const DAY_MS = 86_400_000
/** The minimum number of transactions; with fewer no chart is shown. */
const POINTS_MIN = 3

export interface BalanceChartProps {
  readonly accountId: string
  readonly balance: Money
}

/** The balance of an account over the last thirty days as a line, with its change and the days at its ends. */
export function BalanceChart({ accountId, balance }: BalanceChartProps) {
  const t = useTranslate()
  const [{ from, now, midnight }] = useState(lastDays)
  const { data: lines, failure } = useRetryableQuery(linesSinceQuery(accountId, midnight))
  const points = useMemo(() => lines && balanceHistory(balance, lines, from), [lines, balance, from])
  const drawn = points && points.length >= POINTS_MIN ? points : undefined
  const before = drawn?.[0]?.balance
  return (
    <Card
      title={t('wallet.last30')}
      action={before ? <Amount of={subtract(balance, before)} variant="signed" /> : null}
      isBusy={!(points || failure)}
    >
      {drawn ? (
        <Chart points={drawn} {...{ from, now }} />
      ) : points ? (
        <p className={css.empty}>{t('chart.empty')}</p>
      ) : failure ? (
        <LoadError message={t('tx.error')} failure={failure} />
      ) : (
        <Skeleton shape="block" height="96px" />
      )}
    </Card>
  )
}

interface ChartProps {
  readonly points: readonly BalancePoint[]
  readonly from: number
  readonly now: number
}

function Chart({ points, from, now }: ChartProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const { day } = useFormats()
  const isHidden = useSession((session) => session.isAmountsHidden)
  const extremes = extremesOf(points)
  if (!extremes) return null
  const { least, most } = extremes
  // A transaction made since then, or by a clock ahead of ours, ends the time axis.
  const end = Math.max(now, points.at(-1)?.at ?? now)
  const words = t('a11y.sparkline', { min: moneyText(least), max: moneyText(most) })
  return (
    <>
      <Sparkline
        label={isHidden ? t('balance.hidden') : words}
        points={points.map(({ at, balance }) => ({ x: (at - from) / (end - from), y: levelOf(balance, least, most) }))}
      />
      <p className={css.days}>
        <span>{day(new Date(from))}</span>
        <span>{day(new Date(end))}</span>
      </p>
    </>
  )
}

/** A balance between the minimum (0) and the maximum (1), to a thousandth: for drawing only. */
function levelOf({ minor }: Money, { minor: least }: Money, { minor: most }: Money): number {
  return most === least ? 0.5 : Number(((minor - least) * 1000n) / (most - least)) / 1000
}

/**
 * Thirty days of 24 hours until now, as the change of the total counts them, in milliseconds since 1970; and the midnight before, since
 * when transactions are fetched, so that all charts of a day fetch them once.
 */
function lastDays(): { readonly from: number; readonly now: number; readonly midnight: number } {
  const now = Date.now()
  const from = now - DAYS * DAY_MS
  return { from, now, midnight: new Date(from).setHours(0, 0, 0, 0) }
}

/** The transactions of an account since an instant, newest first. */
function linesSinceQuery(accountId: string, from: number) {
  return queryOptions({
    queryKey: ['transactions', 'since', { accountId, from }],
    queryFn: async ({ signal }) => {
      const query = { ordering: '-created_at', account_id: accountId, from: new Date(from).toISOString() } as const
      return readPage(await callApi(searchedTransactions, { signal, query })).transactions
    },
  })
}
