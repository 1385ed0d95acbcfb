import { Redirect } from 'wouter'
import { readReceipt } from '#web/features/exchange/exchange-receipt.ts'
import { ReceiptCard } from '#web/features/exchange/ReceiptCard.tsx'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import css from './Screen.module.css'

/** The receipt of the exchange that was just made; without one, back to Exchange. */
export default function ExchangeConfirm() {
  const t = useTranslate()
  const receipt = readReceipt(useHistoryEntry().state)
  if (!receipt) return <Redirect to={PATHS.Exchange} replace />
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('ex.success')} backTo={PATHS.Exchange} />
      <ReceiptCard receipt={receipt} operation={operationSlot} />
    </div>
  )
}
