import { type ReactNode, type SyntheticEvent, useState } from 'react'
import type { Method } from '#brands/brand'
import type { Money } from '#money/money'
import { currentBrand } from '#web/lib/brand.ts'
import { useConfig, useSwitch } from '#web/lib/config.ts'
import { useMoneyText } from '#web/lib/money-text.ts'
import { useIsOnline } from '#web/lib/online.ts'
import { type Texts, useTexts } from '#web/lib/texts.tsx'
import { AmountSkeleton } from '#web/ui/AmountSkeleton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CashNotice } from '#web/ui/CashNotice.tsx'
import { MethodChips } from '#web/ui/MethodChips.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { ConfirmationSheet, type OperationSlot } from './ConfirmationSheet.tsx'
import { DestinationField } from './DestinationField.tsx'
import { useWithdrawal } from './use-withdrawal.ts'
import { WithdrawalAmount } from './WithdrawalAmount.tsx'
import { WithdrawalEnd } from './WithdrawalEnd.tsx'
import {
  basisPointsOf,
  decideWithdrawal,
  destinationFault,
  destinationKind,
  type WithdrawalReadiness,
} from './withdrawal-form.ts'

export interface WithdrawalFormProps {
  /** The account the money comes from, and the field that chooses it. */
  readonly balance: Money | undefined
  /** The accounts are still on their way. */
  readonly isLoading?: boolean
  readonly accountField: ReactNode
  /** Draws an operation of the statement and tells how it stands. */
  readonly operation: OperationSlot
}

/** Account, amount, method, destination, withdraw (ux.md 3.2); then the sheet that takes the PIN and tells how it ends. */
export function WithdrawalForm({ balance, isLoading = false, accountField, operation }: WithdrawalFormProps) {
  const isSbpOn = useSwitch('sbp_withdrawal')
  const [method, setMethod] = useState<Method>(currentBrand().methods.withdrawal[0] ?? 'card')
  const [amount, setAmount] = useState('')
  const [card, setCard] = useState('')
  const [address, setAddress] = useState('')
  const [isRefused, setRefused] = useState(false)
  // The last confirmation whose message the person has answered by changing the form.
  const [answered, setAnswered] = useState<number>()
  const feeBasisPoints = useFee(balance)
  const flow = useWithdrawal()
  const readiness = decideWithdrawal({ balance, amount, card, address, feeBasisPoints })
  const kind = destinationKind(balance?.currency)
  // USDC has one way out, whatever the brand offers for the other currencies.
  const chosen = kind === 'address' ? 'card' : method
  const isPayable = chosen === 'card' || (chosen === 'sbp' && isSbpOn)
  const reason = useReason(readiness, isLoading)

  function edit(set: (text: string) => void): (text: string) => void {
    return (text) => {
      set(text)
      setRefused(false)
      setAnswered(flow.confirmation?.number)
    }
  }
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (!isPayable || !readiness.isReady || reason !== undefined) return
    const isFaulty = destinationFault(readiness.order.destination) !== undefined
    setRefused(isFaulty)
    if (!isFaulty) flow.review(readiness.order)
  }
  return (
    <>
      <form noValidate onSubmit={submitted}>
        <Card>
          <Stack gap="fields">
            {accountField}
            {isLoading ? <AmountSkeleton /> : null}
            {balance ? <WithdrawalAmount {...{ balance, feeBasisPoints, amount, readiness }} onAmount={edit(setAmount)} /> : null}
            {kind === 'card' ? <Methods method={method} onMethod={setMethod} /> : null}
            {isPayable ? (
              <>
                <DestinationField {...{ kind, card, address, isRefused }} onCard={edit(setCard)} onAddress={edit(setAddress)} />
                <WithdrawalEnd
                  readiness={readiness}
                  reason={reason}
                  confirmation={flow.isOpen || flow.confirmation?.number === answered ? undefined : flow.confirmation}
                />
              </>
            ) : (
              <NoPayout method={chosen} />
            )}
          </Stack>
        </Card>
      </form>
      <ConfirmationSheet flow={flow} operation={operation} />
    </>
  )
}

interface MethodsProps {
  readonly method: Method
  readonly onMethod: (method: Method) => void
}

function Methods({ method, onMethod }: MethodsProps) {
  const t = useTexts()
  const { withdrawal } = currentBrand().methods
  return <MethodChips label={t('wd.method')} methods={withdrawal} value={method} onValueChange={onMethod} />
}

/** A method without a form: cash is fetched at a branch, SBP is switched off. */
function NoPayout({ method }: { readonly method: Method }) {
  const t = useTexts()
  if (method === 'cash') return <CashNotice />
  return <Notice tone="warning" title={t('wd.sbp_off')} isAnnounced />
}

/** The fee of a new user, in basis points: the only one the page is told of before the operation. */
function useFee(balance: Money | undefined): bigint {
  const config = useConfig()
  const limits = config?.limits.find((limit) => limit.currency_code === balance?.currency)
  return basisPointsOf(limits?.withdrawal_fee_percent)
}

function useReason(readiness: WithdrawalReadiness, isLoading: boolean): string | undefined {
  const t = useTexts()
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  if (!isOnline) return t('offline.action')
  if (readiness.isReady) return undefined
  // An account that is on its way is not missing.
  const missing = readiness.missing.filter((key) => !(isLoading && key === 'reason.account'))
  return reasonOf(t, { ...readiness, missing }, moneyText)
}

function reasonOf(
  t: Texts,
  { missing, fault, shortBy }: Extract<WithdrawalReadiness, { isReady: false }>,
  moneyText: (of: Money) => string,
): string {
  if (shortBy) return t('err.amount.funds', { amount: moneyText(shortBy) })
  if (fault) return t(fault)
  return t('reason.missing', { fields: missing.map((key) => t(key)).join(', ') })
}
