import { useQuery } from '@tanstack/react-query'
import { parseDecimal } from '#money/amount'
import { compare, type Money } from '#money/money'
import { useFormats } from '#web/lib/texts/format.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { recipientsQuery } from './queries.ts'

/**
 * The limit on outgoing money while the device, the PIN or a passkey is new, and its end; nothing without such a limit, or when the balance is
 * within it.
 */
export function FirstDayNotice({ balance }: { readonly balance: Money }) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const formats = useFormats()
  const firstDay = useQuery(recipientsQuery).data?.first_day
  const { currency } = balance
  const found = firstDay?.limits.find(({ currency_code }) => currency_code === currency)
  const limit = found && parseDecimal(found.amount, currency)
  if (!(firstDay && limit) || compare(balance, limit) <= 0) return null
  return (
    <Notice title={t('wd.first_day.title', { amount: moneyText(limit) })}>
      {t(`wd.first_day.${firstDay.reason}`, { until: formats.dateTime(firstDay.until) })}
    </Notice>
  )
}
