import { useSearchParams } from 'wouter'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { NothingToCheck, PaymentOutcome } from '#web/features/topup/PaymentOutcome.tsx'
import css from './Screen.module.css'

/** The return from the payment page: takes `order` and `currencyCode` from the address. */
export default function WalletPaymentsFinish() {
  const [search] = useSearchParams()
  const order = search.get('order') ?? ''
  const currencyCode = search.get('currencyCode') ?? undefined
  return (
    <div className={css.screen}>
      {order === '' ? <NothingToCheck /> : <PaymentOutcome key={order} {...{ order, currencyCode }} operation={operationSlot} />}
    </div>
  )
}
