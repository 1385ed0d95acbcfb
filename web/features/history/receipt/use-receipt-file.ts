import { useState } from 'react'
import { operationNumber } from '#contract/operation-number'
import { operationPdf } from '#contract/receipt'
import { formatMoney } from '#money/format'
import { rateText } from '#money/rate-text'
import { useDescription, useLabel } from '#web/features/history/list/TransactionRow.tsx'
import { isNotYetInBalance, type Transaction } from '#web/features/history/list/transactions.ts'
import { downloadFile } from '#web/lib/api/download.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useSupportPhone } from '#web/lib/config/support.ts'
import { canShareFile, saveFile } from '#web/lib/page/save-file.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatTime } from '#web/lib/texts/format.ts'
import { formatFullDay } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import { hasFee, type Operation, partyText } from './operation.ts'
import type { ReceiptPicture } from './receipt-picture.ts'

/** The forms of a receipt as a file: a picture to share or save, or the PDF from the server. */
export type ReceiptFileKind = 'share' | 'save' | 'pdf'

/** A receipt as a file, made on demand: shared when the device can share it, else saved. */
export function useReceiptFile(transaction: Transaction, operation: Operation | undefined) {
  const t = useTranslate()
  const toast = useToast()
  const picture = useReceiptPicture(transaction, operation)
  const [busy, setBusy] = useState<ReceiptFileKind>()
  const name = `receipt-${operationNumber(transaction.operationId)}`

  async function draw(): Promise<File> {
    const { drawReceipt } = await import('./receipt-picture.ts')
    return new File([await drawReceipt(picture)], `${name}.png`, { type: 'image/png' })
  }
  function keep(file: File): void {
    saveFile(file)
    toast(t('receipt.saved'), 'success')
  }
  async function make(kind: ReceiptFileKind): Promise<void> {
    setBusy(kind)
    try {
      const file =
        kind === 'pdf'
          ? await downloadFile(operationPdf, `${name}.pdf`, { query: { id: transaction.operationId } })
          : await draw()
      if (kind === 'share' && canShareFile(file)) await navigator.share({ files: [file] })
      else keep(file)
    } catch (error) {
      // Closing the share dialog is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      const failed = kind === 'pdf' ? failureText(t, error) : t(kind === 'share' ? 'receipt.failed_share' : 'receipt.failed_save')
      toast(failed, 'warning')
    } finally {
      setBusy(undefined)
    }
  }
  return { canShare: typeof navigator.canShare === 'function', busy, make }
}

/**
 * The texts of the picture. For a debit they name the payer and the fee, also a fee of zero. Amounts are always visible, because the
 * picture is meant to show them; the balance of the account is left out.
 */
export function useReceiptPicture(transaction: Transaction, operation?: Operation): ReceiptPicture {
  const { amount, fee, state, status, description, createdAt, operationId } = transaction
  const t = useTranslate()
  const label = useLabel(transaction)
  const isDescribed = useDescription(transaction) !== ''
  const language = useSession((session) => session.language)
  const profile = useProfile()
  const contact = useSupportPhone()
  const isDebit = amount.minor < 0n
  const payer = profile && `${profile.first_name} ${profile.last_name}`.trim()
  const payerRow = isDebit && payer ? [{ label: t('receipt.payer'), value: payer }] : []
  const feeText = fee.minor > 0n ? formatMoney(fee, language) : t('receipt.free')
  const feeRow = hasFee(transaction) ? [{ label: t('receipt.fee'), value: feeText }] : []
  const { otherAmount, otherParty, rate } = operation ?? {}
  const partyRow = otherParty
    ? [{ label: t(isDebit ? 'receipt.recipient' : 'receipt.sender'), value: partyText(otherParty) }]
    : []
  const otherLine = operation?.lines.find(({ id }) => id !== transaction.id) ?? transaction.given
  const otherSide = otherLine?.amount ?? otherAmount
  const otherKey = otherLine ? (isDebit ? 'ex.got' : 'ex.given') : isDebit ? 'receipt.gets' : 'receipt.came'
  const otherRow = otherSide ? [{ label: t(otherKey), value: formatMoney(otherSide, language) }] : []
  const rateRow = rate ? [{ label: t('receipt.rate'), value: t('ex.rate', { ...rateText(rate, language) }) }] : []
  return {
    brand: currentBrand().name,
    title: t('receipt.title'),
    label,
    amount: formatMoney(amount, language, isNotYetInBalance(transaction) ? 'plain' : 'signed'),
    tone: state === 'failed' ? 'void' : isNotYetInBalance(transaction) ? 'open' : isDebit ? 'debit' : 'credit',
    rows: [
      { label: t('receipt.status'), value: status },
      ...payerRow,
      ...(isDescribed ? [{ label: t('receipt.descr'), value: description }] : []),
      ...partyRow,
      ...otherRow,
      { label: t('receipt.date'), value: `${formatFullDay(createdAt, { language })}, ${formatTime(createdAt)}` },
      ...feeRow,
      ...rateRow,
      { label: t('receipt.account'), value: `${amount.currency} · ${t(`currency.${amount.currency}`)}` },
      { label: t('receipt.id'), value: operationNumber(operationId) },
    ],
    foot: t('footer.support', { contact }),
  }
}
