import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { NothingToCheck, PaymentOutcome } from '#web/features/topup/PaymentOutcome.tsx'
import { findByCurrency } from '#web/features/wallets/accounts.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import css from './Screen.module.css'

/** The return from the payment page: takes `order` and `currencyCode` from the address. */
export default function WalletPaymentsFinish() {
  const [search] = useSearchParams()
  const order = search.get('order') ?? ''
  return (
    <div className={css.screen}>
      {order === '' ? (
        <NothingToCheck />
      ) : (
        <PaymentOutcome
          key={order}
          order={order}
          currencyCode={search.get('currencyCode') ?? undefined}
          facts={(paid) => <NewBalance currencyCode={paid.currency_code} orderId={paid.order} />}
        />
      )}
    </div>
  )
}

function NewBalance({ currencyCode, orderId }: { readonly currencyCode: string; readonly orderId: string }) {
  const t = useTranslate()
  const { data: accounts = [] } = useQuery(accountsQuery)
  const account = findByCurrency(accounts, currencyCode)
  return (
    <DescriptionList
      rows={[
        { label: t('receipt.account'), value: account ? <Amount of={account.balance} variant="balance" /> : currencyCode },
        { label: t('receipt.id'), value: orderId, isFine: true, end: <CopyButton value={orderId} what={t('receipt.id')} /> },
      ]}
    />
  )
}
