import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import css from './Receipt.module.css'
import { TransactionAmount } from './TransactionRow.tsx'
import { labelKeyOf, type Transaction } from './transactions.ts'

/** The receipt of a transaction: label, amount, status, description, date, account, id with copy. */
export function Receipt({ transaction }: { readonly transaction: Transaction }) {
  const t = useTranslate()
  const formats = useFormats()
  const { amount, fee, status, description, note, createdAt, operationId } = transaction
  const { currency } = amount
  const feeRow: readonly DescriptionRow[] = fee.minor > 0n ? [{ label: t('receipt.fee'), value: <Amount of={fee} /> }] : []
  return (
    <div className={css.receipt}>
      <div className={css.head}>
        <p className={css.label}>{t(labelKeyOf(amount))}</p>
        <p className={css.amount}>
          <TransactionAmount transaction={transaction} />
        </p>
      </div>
      <DescriptionList
        rows={[
          { label: t('receipt.status'), value: status },
          { label: t('receipt.descr'), value: description },
          ...(note === undefined ? [] : [{ label: t('send.message'), value: note }]),
          { label: t('receipt.date'), value: formats.dateTime(createdAt) },
          ...feeRow,
          { label: t('receipt.account'), value: `${currency} · ${t(`currency.${currency}`)}` },
          {
            label: t('receipt.id'),
            value: operationId,
            isFine: true,
            end: <CopyButton value={operationId} what={t('receipt.id')} />,
          },
        ]}
      />
    </div>
  )
}
