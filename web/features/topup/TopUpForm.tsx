import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Method } from '#brands/brand'
import type { Money } from '#money/money'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { useLimitMessages, useLimitRefusal, useTakenDecimals } from '#web/lib/config/limits.ts'
import { chosenMethod, methodsFor } from '#web/lib/config/methods.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { setTermsAccepted } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountSkeleton } from '#web/ui/amount/AmountSkeleton.tsx'
import { withTakenDecimals } from '#web/ui/amount/amount-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { AgreementBox } from '#web/ui/field/AgreementBox.tsx'
import { MethodChips } from '#web/ui/field/MethodChips.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { useReason } from '#web/ui/field/use-reason.ts'
import { Stack } from '#web/ui/Stack.tsx'
import { CashNotice } from '#web/ui/state/CashNotice.tsx'
import { TopUpAmount } from './TopUpAmount.tsx'
import { TopUpFailure } from './TopUpFailure.tsx'
import { type TopUpReadiness, validateTopUp } from './topup-form.ts'
import { useTopUp } from './use-topup.ts'

export interface TopUpFormProps {
  /** The account the money goes to, and the field that chooses it. */
  readonly balance: Money | undefined
  /** The accounts are still on their way. */
  readonly isLoading?: boolean
  readonly accountField: ReactNode
  /** The initial amount from the address, a plain decimal; empty where it has none. */
  readonly amountAsked: string
  /** The way to a higher limit, shown after a refusal by a limit. */
  readonly wayUp?: ReactNode
}

/** Account, amount, method, terms, pay. Cash is brought to a branch: an instruction, no button. */
export function TopUpForm({ balance, isLoading = false, accountField, amountAsked, wayUp }: TopUpFormProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const [chosen, setMethod] = useState<Method>()
  const [typed, setTyped] = useState<string>()
  const isTermsAccepted = useSession((session) => session.isTermsAccepted)
  const { stage, order, forgetFailure } = useTopUp()
  const currency = balance?.currency
  const methods = methodsFor('topup', currency)
  const method = chosenMethod(methods, chosen)
  const decimals = useTakenDecimals('topup', currency)
  const amount = typed ?? withTakenDecimals(amountAsked, decimals)
  const readiness = validateTopUp({ currency, amount, decimals, isTermsAccepted })
  const limits = useLimitMessages('topup', currency, amount)
  const reason = useReason(readiness, { limits, isLoading })
  const failure = stage.kind === 'form' ? stage.failure : undefined
  const refused = useLimitRefusal()(failure)
  const isPayable = readiness.isReady && reason === undefined
  const isBusy = stage.kind !== 'form'
  useWorkGuard({ typed, chosen })

  function type(text: string): void {
    setTyped(text)
    if (stage.kind === 'form') forgetFailure()
  }
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (readiness.isReady && isPayable && !isBusy) order(readiness.amount, method)
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Card>
        <Stack gap="fields">
          {accountField}
          {isLoading ? <AmountSkeleton /> : null}
          {currency && method !== 'cash' ? (
            <TopUpAmount {...{ currency, decimals, amount, limits, refused, wayUp }} fault={faultOf(readiness)} onAmount={type} />
          ) : null}
          <MethodChips label={t('topup.method')} methods={methods} value={method} onValueChange={setMethod} />
          {method === 'cash' ? (
            <CashNotice />
          ) : (
            <>
              <Terms isAccepted={isTermsAccepted} />
              {failure === undefined || refused !== undefined ? null : <TopUpFailure failure={failure} />}
              <ReasonLine>{stage.kind === 'leaving' ? t('topup.redirect', { host: stage.host }) : reason}</ReasonLine>
              <Button type="submit" isLoading={isBusy} disabled={!(isBusy || isPayable)}>
                {readiness.isReady ? t('topup.pay_amount', { amount: moneyText(readiness.amount) }) : t('topup.pay')}
              </Button>
            </>
          )}
        </Stack>
      </Card>
    </form>
  )
}

function Terms({ isAccepted }: { readonly isAccepted: boolean }) {
  const t = useTranslate()
  const document = currentBrand().documents.find(({ id }) => id === 'topup_terms')
  return <AgreementBox text={t('topup.terms')} href={document?.url} isChecked={isAccepted} onCheckedChange={setTermsAccepted} />
}

function faultOf(readiness: TopUpReadiness) {
  return readiness.isReady ? undefined : readiness.fault
}
