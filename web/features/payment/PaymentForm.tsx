import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Money } from '#money/money'
import { PATHS } from '#web/lib/address/paths.ts'
import { useIsOnline } from '#web/lib/api/online.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountInput } from '#web/ui/amount/AmountInput.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { CostList, Holds, Seller } from './PaymentReview.tsx'
import type { PayingAccount, PaymentQuote, PaymentReadiness, PaymentTerms } from './payment-quote.ts'

/** Draws the choice among the accounts that can pay. */
export type AccountSlot = (choice: {
  readonly chosenId: string | undefined
  readonly onChoose: (accountId: string) => void
  readonly isOffered: (account: { readonly id: string }) => boolean
}) => ReactNode

export interface PaymentFormProps {
  readonly quote: PaymentQuote
  readonly account: PayingAccount | undefined
  readonly onChoose: (accountId: string) => void
  readonly accountField: AccountSlot
  /** The amount as it is typed, where the payer says how much. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly readiness: PaymentReadiness
  readonly secondsLeft: number
  /** The terms are not those that were shown before. */
  readonly isChanged: boolean
  /** Why the last try was refused. */
  readonly message: string | undefined
  readonly onSubmit: (terms: PaymentTerms) => void
}

/** Who is paid, how much, from which account, what it costs and for how long that holds; then the PIN. */
export function PaymentForm(props: PaymentFormProps) {
  const { quote, account, onChoose, accountField, readiness, secondsLeft, isChanged, message, onSubmit } = props
  const t = useTranslate()
  const moneyText = useMoneyText()
  const reason = useReason(readiness)
  const { asked, accounts } = quote
  const amount = readiness.isReady ? readiness.terms.amount : 'amount' in asked ? asked.amount : undefined

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (readiness.isReady && reason === undefined) onSubmit(readiness.terms)
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        {'amount' in asked ? <AmountReview of={asked.amount} /> : null}
        <Seller quote={quote} />
        {'amount' in asked ? null : <FreeAmount {...props} min={asked.min} max={asked.max} />}
        {accounts.length === 0 ? (
          <NoAccount quote={quote} />
        ) : (
          accountField({
            chosenId: account?.accountId,
            onChoose,
            isOffered: ({ id }) => accounts.some(({ accountId }) => accountId === id),
          })
        )}
        {readiness.isReady ? <CostList terms={readiness.terms} /> : null}
        {isChanged ? <Notice title={t('qrpay.renewed')} isAnnounced /> : null}
        <Stack gap="lines">
          {account ? <Holds seconds={secondsLeft} /> : null}
          <FormError message={message} />
          <ReasonLine>{reason}</ReasonLine>
          <Button type="submit" isWide disabled={reason !== undefined}>
            {amount ? t('qrpay.pay_amount', { amount: moneyText(amount) }) : t('common.continue')}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

/** The amount where the payer says it, and what is wrong with it: too much at once, all else when the field is left. */
function FreeAmount({ quote, typed, onTyped, readiness, min, max }: PaymentFormProps & Readonly<Record<'min' | 'max', Money>>) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const [isLeft, setLeft] = useState(false)
  const { tooLittle, tooMuch, fault } = readiness.isReady ? {} : readiness
  const little = tooLittle && t('err.amount.min', { amount: moneyText(tooLittle) })
  const whenLeft = fault ? t(fault) : little
  return (
    <Field
      label={t('amount.label')}
      hint={t('qrpay.between', { min: moneyText(min), max: moneyText(max) })}
      error={tooMuch ? t('err.amount.max', { amount: moneyText(tooMuch) }) : isLeft ? whenLeft : undefined}
    >
      <AmountInput
        size="xl"
        currency={quote.fee.currency}
        value={typed}
        onValueChange={onTyped}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
    </Field>
  )
}

function NoAccount({ quote }: { readonly quote: PaymentQuote }) {
  const t = useTranslate()
  return (
    <Notice
      tone="warning"
      title={t('qrpay.no_account', { code: quote.fee.currency })}
      action={
        <ButtonLink variant="secondary" size="m" to={PATHS.Wallet}>
          {t('wallets.title')}
        </ButtonLink>
      }
    />
  )
}

function useReason(readiness: PaymentReadiness): string | undefined {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  if (!isOnline) return t('offline.action')
  if (readiness.isReady) return undefined
  const { missing, fault, tooLittle, tooMuch, shortBy } = readiness
  if (shortBy) return t('err.amount.funds', { amount: moneyText(shortBy) })
  if (tooLittle) return t('err.amount.min', { amount: moneyText(tooLittle) })
  if (tooMuch) return t('err.amount.max', { amount: moneyText(tooMuch) })
  if (fault) return t(fault)
  return missing ? t('reason.missing', { fields: t(missing) }) : undefined
}
