import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import type { UnpaidOrder } from '#web/lib/api/unpaid-orders.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { UnpaidOrderButtons } from '#web/ui/state/UnpaidOrderButtons.tsx'
import { WaitingMoney } from '#web/ui/state/WaitingMoney.tsx'

export interface WaitingOrderProps {
  readonly order: UnpaidOrder
}

/** An unpaid top-up: its amount, until when it can be paid, and the ways to pay and to cancel it. */
export function WaitingOrder({ order }: WaitingOrderProps) {
  const { amount, currency_code: currency, expires_at: expiresAt } = order
  const t = useTranslate()
  const formats = useFormats()
  return (
    <WaitingMoney
      person={t('topup.waiting')}
      amount={isCurrency(currency) ? <Amount of={parseDecimal(amount, currency)} /> : null}
      message={undefined}
      until={t('topup.waiting_until', { until: formats.dateTime(expiresAt) })}
    >
      <UnpaidOrderButtons order={order} />
    </WaitingMoney>
  )
}
