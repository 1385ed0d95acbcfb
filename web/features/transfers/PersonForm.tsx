import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Currency } from '#money/currency'
import { PATHS } from '#web/lib/address/paths.ts'
import { highestAmount } from '#web/lib/config/limits.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountField } from '#web/ui/amount/AmountField.tsx'
import { AmountSkeleton } from '#web/ui/amount/AmountSkeleton.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import type { HighestOffer } from '#web/ui/field/AmountFault.tsx'
import { Available } from '#web/ui/field/Available.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { MessageField } from '#web/ui/field/MessageField.tsx'
import { OnDemandField } from '#web/ui/field/OnDemandField.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { readCode } from '#web/ui/field/short-code.ts'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { useAmountErrors } from '#web/ui/field/use-amount-errors.tsx'
import { useLeaving } from '#web/ui/field/use-leaving.ts'
import { Stack } from '#web/ui/Stack.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import css from './PersonForm.module.css'
import { RecipientLookup } from './RecipientLookup.tsx'
import { RecipientPart } from './RecipientPart.tsx'
import { SendSheet, type TakeBackSlot } from './SendSheet.tsx'
import { CODE_DIGITS, type FoundRecipient, isWholeCode } from './send-form.ts'
import { type SendForm as Form, type SendStart, useSendForm } from './use-send-form.ts'

export interface PersonFormProps extends SendStart {
  /** The field that chooses the account, among those of a currency if the recipient has asked for one. */
  readonly accountField: (asked: Currency | undefined) => ReactNode
  readonly takeBack: TakeBackSlot
  readonly operation: OperationSlot
}

/**
 * The form that sends to a person, in three steps: who, how much, and the sheet for the review, the PIN and the result. A recipient in the
 * address skips the first step.
 */
export function PersonForm({ accountField, takeBack, operation, ...start }: PersonFormProps) {
  const form = useSendForm(start)
  const { recipient } = form
  const [wasChosen, setWasChosen] = useState(false)
  if (recipient && !wasChosen) setWasChosen(true)
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (recipient) form.submit()
    else form.find()
  }
  return (
    <>
      <form noValidate onSubmit={submitted}>
        <Card>
          {recipient ? (
            <Stack gap="fields">
              <RecipientPart form={form} recipient={recipient} />
              <AccountPart form={form} accountField={accountField} />
              <AmountPart form={form} />
              <MorePart form={form} recipient={recipient} />
              <Footer form={form} />
            </Stack>
          ) : (
            <RecipientLookup form={form} isAnew={wasChosen} />
          )}
        </Card>
      </form>
      <SendSheet flow={form.flow} {...{ takeBack, operation }} />
    </>
  )
}

interface PartProps {
  readonly form: Form
}

/** The account; or the way to open one, when the payer has no account in the currency of the request. */
function AccountPart({
  form: { account, isLoading, recipient },
  accountField,
}: PartProps & Pick<PersonFormProps, 'accountField'>) {
  const t = useTranslate()
  const asked = recipient?.request?.currency
  if (asked === undefined || account || isLoading) return accountField(asked)
  return (
    <Notice
      tone="warning"
      title={t('requests.no_account', { code: asked })}
      action={
        <ButtonLink variant="secondary" size="m" to={PATHS.Wallet}>
          {t('wallet.create.title')}
        </ButtonLink>
      }
    />
  )
}

/** The amount: fixed by a request, or typed. */
function AmountPart({ form }: PartProps) {
  const { account, recipient, isLoading, readiness, limits, errors, wayUp, amount, change } = form
  const t = useTranslate()
  const fixed = recipient?.request?.amount
  const highest = account && highestAmount(account.balance, limits.lowest)
  const offer: HighestOffer | undefined =
    fixed || !highest
      ? undefined
      : {
          highest: highest.amount,
          least: limits.least,
          text: 'save.submit_amount',
          onTake: (decimal) => change({ amount: decimal }),
        }
  const fieldErrors = useAmountErrors({ readiness, limits, refused: errors.amount, wayUp, offer })
  if (fixed) {
    return (
      <Stack gap="lines">
        <DescriptionList rows={[{ label: t('amount.label'), value: <Amount of={fixed} isAlwaysShown /> }]} />
        <FormError message={fieldErrors.error} />
      </Stack>
    )
  }
  // Without an account there is no currency to enter an amount in.
  if (!highest) return isLoading ? <AmountSkeleton /> : null
  return (
    <AmountField
      {...fieldErrors}
      aside={<Available {...highest} />}
      currency={highest.amount.currency}
      value={amount}
      onValueChange={(typed) => change({ amount: typed })}
    />
  )
}

/** The message, and the protection code unless the transfer pays a request: few people need them. */
function MorePart({ form, recipient }: PartProps & { readonly recipient: FoundRecipient }) {
  const { message, code, errors } = form
  const t = useTranslate()
  const isNeeded = message !== '' || code !== '' || errors.message !== undefined || errors.code !== undefined
  return (
    <OnDemandField label={t('send.more')} isNeeded={isNeeded}>
      <Stack gap="fields">
        <MessagePart form={form} />
        {recipient.request ? null : <CodePart form={form} />}
      </Stack>
    </OnDemandField>
  )
}

function MessagePart({ form: { message, errors, change } }: PartProps) {
  const t = useTranslate()
  return (
    <MessageField
      label={t('send.message')}
      error={errors.message}
      isRefused={errors.message !== undefined}
      isMessageReserved={false}
      value={message}
      onValueChange={(typed) => change({ message: typed })}
    />
  )
}

function CodePart({ form: { code, errors, change } }: PartProps) {
  const t = useTranslate()
  const { isLeft, leaving } = useLeaving()
  const isShort = (isLeft || !/^[0-9]*$/.test(code)) && code !== '' && !isWholeCode(code)
  return (
    <Field
      label={t('send.code')}
      isOptional
      hint={t('send.code_hint')}
      error={errors.code ?? (isShort ? t('send.code_short') : undefined)}
      isRefused={errors.code !== undefined}
    >
      <TextInput
        value={code}
        onValueChange={(typed) => change({ code: readCode(typed, CODE_DIGITS, 'message') ?? typed })}
        inputMode="numeric"
        autoComplete="off"
        {...leaving}
      />
    </Field>
  )
}

/** The fee, the message of the last try, the reason line and the button with the amount. */
function Footer({ form: { readiness, reason, errors } }: PartProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const terms = readiness.isReady ? readiness.terms : undefined
  return (
    <Stack gap="lines">
      <p className={css.fee}>{t('receipt.free')}</p>
      <FormError message={errors.form} />
      <ReasonLine>{reason}</ReasonLine>
      <Button type="submit" disabled={reason !== undefined}>
        {terms ? t('save.submit_amount', { amount: moneyText(terms.amount) }) : t('save.submit')}
      </Button>
    </Stack>
  )
}
