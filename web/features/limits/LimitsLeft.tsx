import { useQuery } from '@tanstack/react-query'
import { type Currency, isCurrency } from '#money/currency'
import { roomsQuery } from '#web/lib/config/rooms.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { RestBar } from './RestBar.tsx'
import css from './RestBars.module.css'
import { restsOfToday } from './rests.ts'
import { useCounted } from './use-counted.ts'

export interface LimitsLeftProps {
  /** Of which account; the first that has limits, where it is left out. */
  readonly currency?: Currency | undefined
}

/** What may still be withdrawn, paid and sent today, as thin bars, and why it is less than usual on a first day. Nothing where it could not be had, or is switched off. */
export function LimitsLeft({ currency }: LimitsLeftProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const shown = useCounted()
  const { data, isPending } = useQuery(roomsQuery)
  const codes = data?.rooms.map(({ currency_code }) => currency_code).filter(isCurrency) ?? []
  const firstDay = data?.first_day
  const chosen = currency !== undefined && codes.includes(currency) ? currency : codes[0]
  if (shown.length === 0 || !(isPending || (data && chosen))) return null
  return (
    <Card title={t('levels.rest_title')} isBusy={isPending}>
      <Stack gap="fields">
        {firstDay ? (
          <p className={css.note}>{t(`levels.first_day.${firstDay.reason}`, { until: dateTime(firstDay.until) })}</p>
        ) : null}
        {data && chosen
          ? restsOfToday(data, shown, chosen).map(({ label, cap }) => <RestBar key={label} label={t(label)} cap={cap} />)
          : shown.map(({ movement }) => <Skeleton key={movement} height="34px" />)}
      </Stack>
    </Card>
  )
}
