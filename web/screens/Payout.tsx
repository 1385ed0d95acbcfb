import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { WayUp } from '#web/features/limits/WayUp.tsx'
import { readAddressState } from '#web/features/qr/meaning/address-state.ts'
import { AddressScanButton } from '#web/features/qr/showing/AddressScanButton.tsx'
import { recipientOfQuery } from '#web/features/recipients/queries.ts'
import { AccountChooser } from '#web/features/wallets/AccountChooser.tsx'
import type { Account } from '#web/features/wallets/accounts.ts'
import { useChosenAccount } from '#web/features/wallets/current.ts'
import { accountsQuery } from '#web/features/wallets/queries.ts'
import { recipientsQuery } from '#web/features/withdrawal/queries.ts'
import { WithdrawalForm, type WithdrawalFormProps } from '#web/features/withdrawal/WithdrawalForm.tsx'
import { called, type Recipient } from '#web/features/withdrawal/withdrawal-form.ts'
import { amountFromAddress } from '#web/lib/address/amount-from-address.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useIsLate } from '#web/lib/page/later.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { NotAllowed } from '#web/ui/state/NotAllowed.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'

export interface PayoutProps extends Pick<WithdrawalFormProps, 'words' | 'areRecentsFirst' | 'isCardOnly'> {
  /** May say in which currency, how much, and where to, as an earlier operation. */
  readonly search: URLSearchParams
  readonly accountLook: 'field' | 'cards'
  /** The accounts that can be chosen; all when left out. */
  readonly isOffered?: (account: Account) => boolean
}

/** The form that pays out, for the screens of withdrawals and of transfers to a card; or the reason why it is not there. */
export function Payout({ search, accountLook, isOffered = () => true, ...look }: PayoutProps) {
  const t = useTranslate()
  const isOn = useFeatureFlag('withdrawal')
  // The profile has the fee of the person's level: without it the form would promise the fee of a new user.
  const { data: profile, failure } = useRetryableQuery(profileQuery)
  const addressAsked = readAddressState(useHistoryEntry().state)
  const recipientAsked = useRecipientAsked(search.get('to'))
  const { data: accounts = [], isPending } = useQuery(accountsQuery)
  // The recent recipients stand above the fields: without this short wait the form would jump.
  const isLate = useIsLate()
  const { isFetched, failureCount } = useQuery(recipientsQuery)
  const [chosenId, setChosenId] = useState<string>()
  const account = useChosenAccount(accounts.filter(isOffered), { chosenId, currencyCode: search.get('currencyCode') })
  if (!isOn) return <FeatureOff feature="withdrawal" />
  if (profile?.is_withdrawal_allowed === false) return <NotAllowed title={t('payment.withdrawal.not_avaliable')} />
  if (failure) {
    return (
      <Card>
        <LoadError message={t('profile.error')} failure={failure} />
      </Card>
    )
  }
  if (!profile || !(isFetched || failureCount > 0 || isLate)) return <Skeleton shape="card" height="640px" />
  return (
    <WithdrawalForm
      {...look}
      balance={account?.balance}
      isLoading={isPending}
      accountField={
        <AccountChooser
          look={accountLook}
          label={t('wd.from')}
          isOffered={isOffered}
          chosenId={account?.id}
          onChoose={setChosenId}
        />
      }
      operation={operationSlot}
      amountAsked={amountFromAddress(search, account?.balance.currency)}
      addressAsked={addressAsked}
      recipientAsked={recipientAsked}
      addressEnd={(fill) => <AddressScanButton onAddress={fill} />}
      wayUp={<WayUp currency={account?.balance.currency} />}
    />
  )
}

/** The recipient of an earlier withdrawal, once it is known; nothing for any other operation. */
function useRecipientAsked(operationId: string | null): Recipient | undefined {
  const { data } = useQuery({ ...recipientOfQuery(operationId ?? ''), enabled: operationId !== null })
  if (!data || data.kind === 'person') return undefined
  const { id, kind, shown, own_name } = data
  return called({ id, kind, masked: shown, own_name: own_name ?? undefined })
}
