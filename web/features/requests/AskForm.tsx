import type { ReactNode, SyntheticEvent } from 'react'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountField } from '#web/ui/amount/AmountField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { MessageField } from '#web/ui/field/MessageField.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { PhoneInput } from '#web/ui/phone/PhoneInput.tsx'
import { usePhoneFault } from '#web/ui/phone/use-phone-fault.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { ASK_DAYS, type AskFormState } from './ask-form.ts'
import { type AskForm as Form, useAskForm } from './use-ask-form.ts'

export interface AskFormProps {
  readonly account: AskFormState['account']
  /** The field that chooses the account. */
  readonly accountField: ReactNode
  /** Draws the people whom the user has sent to lately, to choose from. */
  readonly recentPeople: (chosen: string | undefined, onChoose: (recipientId: string) => void) => ReactNode
}

/** The form that asks for money: payer, account, amount, message, collection, duration, and the button that asks. */
export function AskForm({ account, accountField, recentPeople }: AskFormProps) {
  const form = useAskForm(account)
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    form.submit()
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Card>
        <Stack gap="fields">
          <WhoPart form={form} recentPeople={recentPeople} />
          {accountField}
          <AmountPart form={form} />
          <MessagePart form={form} />
          <DaysPart form={form} />
          <Footer form={form} />
        </Stack>
      </Card>
    </form>
  )
}

interface PartProps {
  readonly form: Form
}

function WhoPart({ form, recentPeople }: PartProps & Pick<AskFormProps, 'recentPeople'>) {
  const { asked, phone, errors, faults, ask, askAgain, changePhone, isCollect, change } = form
  const t = useTranslate()
  const { fault, leave } = usePhoneFault(phone, { isOptional: true })
  const isAnyone = asked.kind === 'anyone'
  const ways = [
    { value: 'phone', label: t('requests.ask_by_number') },
    { value: 'anyone', label: t('requests.ask_by_link') },
  ] as const
  return (
    <>
      <Chips label={t('requests.ask_how')} options={ways} value={isAnyone ? 'anyone' : 'phone'} onValueChange={ask} />
      {isAnyone ? (
        <Stack gap="lines">
          <p>{t('requests.ask_by_link_hint')}</p>
          <Checkbox isChecked={isCollect} onCheckedChange={(isChecked) => change({ isCollect: isChecked })}>
            {t('requests.ask_collect')}
          </Checkbox>
        </Stack>
      ) : (
        <>
          {recentPeople(asked.kind === 'recent' ? asked.recipientId : undefined, askAgain)}
          <Field
            label={t('field.phone')}
            error={errors.to ?? (faults.to ? t(faults.to) : fault)}
            isRefused={errors.to !== undefined}
          >
            <PhoneInput value={phone} onValueChange={changePhone} brandPhone={currentBrand().phone} onBlur={leave} />
          </Field>
        </>
      )}
    </>
  )
}

function AmountPart({ form: { asked, account, amount, isCollect, faults, errors, change } }: PartProps) {
  const t = useTranslate()
  if (!account) return null
  return (
    <AmountField
      label={t(isCollect && asked.kind === 'anyone' ? 'requests.ask_amount_each' : 'requests.ask_amount')}
      isOptional
      hint={t('requests.ask_amount_hint')}
      error={errors.amount}
      isRefused={errors.amount !== undefined}
      errorWhenLeft={faults.amount && t(faults.amount)}
      currency={account.currency}
      value={amount}
      onValueChange={(typed) => change({ amount: typed })}
    />
  )
}

function MessagePart({ form: { message, errors, change } }: PartProps) {
  const t = useTranslate()
  return (
    <MessageField
      label={t('requests.message')}
      hint={t('requests.ask_message_hint')}
      error={errors.message}
      isRefused={errors.message !== undefined}
      value={message}
      onValueChange={(typed) => change({ message: typed })}
    />
  )
}

function DaysPart({ form: { days, change } }: PartProps) {
  const t = useTranslate()
  return (
    <Chips
      label={t('requests.ask_days')}
      options={ASK_DAYS.map((count) => ({ value: String(count), label: t('requests.days', { count }) }))}
      value={String(days)}
      onValueChange={(chosen) => change({ days: ASK_DAYS.find((count) => String(count) === chosen) ?? days })}
    />
  )
}

/** The message of the last try, the reason line and the button with the amount. */
function Footer({ form: { readiness, reason, errors, isSending } }: PartProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const amount = readiness.isReady ? readiness.amount : undefined
  return (
    <Stack gap="lines">
      <FormError message={errors.form} />
      <ReasonLine>{reason}</ReasonLine>
      <Button type="submit" isLoading={isSending} disabled={reason !== undefined}>
        {amount ? t('requests.ask_submit_amount', { amount: moneyText(amount) }) : t('requests.ask_submit')}
      </Button>
    </Stack>
  )
}
