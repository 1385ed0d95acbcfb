import { type ReactNode, useState } from 'react'
import type { Method } from '#brands/brand'
import type { Money } from '#money/money'
import { chosenMethod, methodsFor } from '#web/lib/config/methods.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { MethodChips } from '#web/ui/field/MethodChips.tsx'
import { CashNotice } from '#web/ui/state/CashNotice.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { DestinationPart, type FillAddress, RecentPart } from './DestinationPart.tsx'
import { FirstDayNotice } from './FirstDayNotice.tsx'
import { PayoutFrame } from './PayoutFrame.tsx'
import { type PayoutTexts, WITHDRAWAL_TEXTS } from './payout-texts.ts'
import { usePayoutForm } from './use-payout-form.ts'
import { WithdrawalAmount } from './WithdrawalAmount.tsx'
import { WithdrawalFormFooter } from './WithdrawalFormFooter.tsx'
import type { Recipient } from './withdrawal-form.ts'

export interface WithdrawalFormProps {
  /** The words of a withdrawal when left out; or those of a transfer to somebody's card. */
  readonly words?: PayoutTexts
  /** The recent recipients stand on top, not at the destination. */
  readonly areRecentsFirst?: boolean
  /** Offers no other method than a card. */
  readonly isCardOnly?: boolean
  /** The account that pays, and the field that chooses it. */
  readonly balance: Money | undefined
  /** The accounts are still loading. */
  readonly isLoading: boolean
  readonly accountField: ReactNode
  /** Renders an operation of the statement and reports its state. */
  readonly operation: OperationSlot
  /** The initial amount, a plain decimal; empty by default. */
  readonly amountAsked?: string | undefined
  /** An initial address, or an earlier recipient instead. */
  readonly addressAsked?: string | undefined
  readonly recipientAsked?: Recipient | undefined
  /** Draws another way to fill in the address, such as a scanner. */
  readonly addressEnd?: (fill: FillAddress) => ReactNode
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp?: ReactNode
}

const CARD_ONLY: readonly Method[] = ['card']

/**
 * The form that pays out: account, method, destination, amount, and the button. It withdraws, or sends to somebody's card: the call and the
 * rules are the same.
 */
export function WithdrawalForm({
  words = WITHDRAWAL_TEXTS,
  areRecentsFirst = false,
  isCardOnly = false,
  accountField,
  operation,
  amountAsked,
  addressAsked,
  recipientAsked,
  addressEnd,
  ...account
}: WithdrawalFormProps) {
  const t = useTranslate()
  const isSbpOn = useFeatureFlag('sbp_withdrawal')
  const [method, setMethod] = useState<Method>()
  const form = usePayoutForm({ ...account, amount: amountAsked, address: addressAsked, recipient: recipientAsked })
  const methods = isCardOnly ? CARD_ONLY : methodsFor('withdrawal', account.balance?.currency)
  const chosen = chosenMethod(methods, method)
  const isPayable = chosen === 'card' || (chosen === 'sbp' && isSbpOn)
  return (
    <PayoutFrame {...{ form, words, isPayable, operation }}>
      {account.balance && isPayable ? <FirstDayNotice balance={account.balance} /> : null}
      {areRecentsFirst ? <RecentPart form={form} /> : null}
      {accountField}
      {form.kind === 'card' ? (
        <MethodChips label={t('wd.method')} methods={methods} value={chosen} onValueChange={setMethod} />
      ) : null}
      {isPayable ? (
        <>
          {areRecentsFirst ? null : <RecentPart form={form} />}
          <DestinationPart form={form} words={words} addressEnd={addressEnd} />
          <WithdrawalAmount form={form} words={words} />
          <WithdrawalFormFooter form={form} words={words} />
        </>
      ) : (
        <NoPayout method={chosen} />
      )}
    </PayoutFrame>
  )
}

/** Shown for a method without a form: cash is collected at a branch, SBP is switched off. */
function NoPayout({ method }: { readonly method: Method }) {
  const t = useTranslate()
  if (method === 'cash') return <CashNotice />
  return <FeatureOffNotice feature="sbp_withdrawal" title={t('wd.sbp_off')} isAnnounced />
}
