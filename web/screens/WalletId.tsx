import Wallet from 'lucide-react/icons/wallet'
import { useParams } from 'wouter'
import { accountNumber } from '#contract/account-number'
import { InfiniteTransactionList } from '#web/features/history/list/InfiniteTransactionList.tsx'
import { BalanceChart } from '#web/features/history/statistics/BalanceChart.tsx'
import { RequisitesButton } from '#web/features/topup/RequisitesButton.tsx'
import { AccountCard } from '#web/features/wallets/AccountCard.tsx'
import { accountName } from '#web/features/wallets/account-name.ts'
import type { Account } from '#web/features/wallets/accounts.ts'
import { EditAccountButton } from '#web/features/wallets/EditAccountButton.tsx'
import { PaymentActions } from '#web/features/wallets/PaymentActions.tsx'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import screen from './Screen.module.css'
import { useWorth } from './use-worth.ts'
import css from './WalletId.module.css'

const PAGE_SIZE = 20

/** An account: what is on it, what can be done with it, its number, its own transactions. */
export default function WalletId() {
  const t = useTranslate()
  const { id } = useParams()
  const { data: accounts, failure } = useRetryableQuery(accountsQuery)
  const account = accounts?.find((own) => own.id === id)
  const title = account ? accountName(t, account) : accounts ? t('wallet.not_found') : t('nav.wallet')
  return (
    <div className={screen.screen}>
      <ScreenHeader title={title} backTo={PATHS.Wallet} action={account ? <EditAccountButton account={account} /> : null} />
      {account ? (
        <AccountPage account={account} />
      ) : accounts ? (
        <Card>
          <EmptyState icon={<Wallet />} action={<ButtonLink to={PATHS.Wallet}>{t('wallet.to_list')}</ButtonLink>}>
            {t('wallet.not_found_text')}
          </EmptyState>
        </Card>
      ) : failure ? (
        <Card>
          <LoadError message={t('wallets.error')} failure={failure} />
        </Card>
      ) : (
        <AccountSkeleton />
      )}
    </div>
  )
}

/** The head, the buttons and the requisites in their sizes. */
function AccountSkeleton() {
  return (
    <div className={screen.screen} aria-busy="true">
      <Skeleton shape="card" height="var(--size-card)" />
      <Skeleton shape="block" height="68px" />
      <Skeleton shape="card" height="calc(256px + 2 * var(--card-padding))" />
    </div>
  )
}

function AccountPage({ account }: { readonly account: Account }) {
  const t = useTranslate()
  const profile = useProfile()
  const worth = useWorth()
  return (
    <>
      <div className={css.head}>
        <AccountCard account={account} worth={worth} />
      </div>
      <PaymentActions
        isTopupAllowed={profile?.is_topup_allowed}
        isWithdrawalAllowed={profile?.is_withdrawal_allowed}
        currencyCode={account.balance.currency}
      />
      <Requisites account={account} />
      <BalanceChart accountId={account.id} balance={account.balance} />
      <Card title={t('transactions.title')}>
        <InfiniteTransactionList part={{ accountId: account.id, pageSize: PAGE_SIZE }} />
      </Card>
    </>
  )
}

function Requisites({ account: { id, balance, has_requisites } }: { readonly account: Account }) {
  const t = useTranslate()
  const profile = useProfile()
  const number = accountNumber(id)
  const owner = profile && `${profile.first_name} ${profile.last_name}`.trim()
  return (
    <Card title={t('wallet.requisites')}>
      <DescriptionList
        isInline
        rows={[
          { label: t('wallet.number'), value: number, end: <CopyButton value={number} what={t('wallet.number')} /> },
          {
            label: t('wallet.owner'),
            value: owner ?? <Skeleton width="120px" height="14px" />,
            end: owner ? <CopyButton value={owner} what={t('wallet.owner')} /> : undefined,
          },
          {
            label: t('wallet.create.select'),
            value: `${balance.currency} · ${t(`currency.${balance.currency}`)}`,
            end: <CopyButton value={balance.currency} what={t('wallet.create.select')} />,
          },
        ]}
      />
      {has_requisites && profile?.is_topup_allowed ? (
        <div className={css.requisites}>
          <RequisitesButton accountId={id} currency={balance.currency} />
        </div>
      ) : null}
    </Card>
  )
}
