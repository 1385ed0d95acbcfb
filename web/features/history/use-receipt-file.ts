import { useState } from 'react'
import { formatMoney } from '#money/format'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useSupportPhone } from '#web/lib/config/support.ts'
import { canShareFile, saveFile } from '#web/lib/page/save-file.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatTime } from '#web/lib/texts/format.ts'
import { formatFullDay } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import type { ReceiptPicture } from './receipt-picture.ts'
import { labelKeyOf, type Transaction } from './transactions.ts'

/** A receipt as a file: shared where the device can, or saved. The picture is drawn on demand. */
export function useReceiptFile(transaction: Transaction) {
  const t = useTranslate()
  const toast = useToast()
  const picture = useReceiptPicture(transaction)
  const [busy, setBusy] = useState<'share' | 'save'>()
  const name = `receipt-${transaction.operationId}.png`

  async function draw(): Promise<File> {
    const { drawReceipt } = await import('./receipt-picture.ts')
    return new File([await drawReceipt(picture)], name, { type: 'image/png' })
  }
  async function doing(what: 'share' | 'save', work: (file: File) => Promise<void> | void): Promise<void> {
    setBusy(what)
    try {
      await work(await draw())
    } catch (error) {
      // Closing the share dialog is not an error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast(t(what === 'share' ? 'receipt.failed_share' : 'receipt.failed_save'), 'warning')
    } finally {
      setBusy(undefined)
    }
  }
  function keep(file: File): void {
    saveFile(file)
    toast(t('receipt.saved'), 'success')
  }
  return {
    canShare: typeof navigator.canShare === 'function',
    busy,
    share: () => doing('share', async (file) => (canShareFile(file) ? navigator.share({ files: [file] }) : keep(file))),
    save: () => doing('save', keep),
  }
}

/**
 * The texts of the picture: what left the wallet names who paid and the fee, also when there is none. Its amount is always visible: a
 * picture of a receipt is meant to show it.
 */
export function useReceiptPicture(transaction: Transaction): ReceiptPicture {
  const { amount, fee, state, status, description, createdAt, operationId } = transaction
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const profile = useProfile()
  const contact = useSupportPhone()
  const isDebit = amount.minor < 0n
  const payer = profile && `${profile.first_name} ${profile.last_name}`.trim()
  const payerRow = isDebit && payer ? [{ label: t('receipt.payer'), value: payer }] : []
  const feeText = fee.minor > 0n ? formatMoney(fee, language) : t('receipt.no_fee')
  const feeRow = isDebit || fee.minor > 0n ? [{ label: t('receipt.fee'), value: feeText }] : []
  return {
    brand: currentBrand().name,
    title: t('receipt.title'),
    label: t(labelKeyOf(amount)),
    amount: formatMoney(amount, language, 'signed'),
    tone: state === 'failed' ? 'void' : isDebit ? 'debit' : 'credit',
    rows: [
      { label: t('receipt.status'), value: status },
      ...payerRow,
      { label: t('receipt.descr'), value: description },
      { label: t('receipt.date'), value: `${formatFullDay(createdAt, { language })}, ${formatTime(createdAt, { language })}` },
      ...feeRow,
      { label: t('receipt.account'), value: `${amount.currency} · ${t(`currency.${amount.currency}`)}` },
      { label: t('receipt.id'), value: operationId },
    ],
    foot: t('footer.support', { contact }),
  }
}
