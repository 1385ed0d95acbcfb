import { type SyntheticEvent, useEffect, useState } from 'react'
import { rateText } from '#money/rate-text'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useOwnsPasskey } from '#web/lib/passkeys/passkeys.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import { CODE_LENGTH, CodeInput } from '#web/ui/field/CodeInput.tsx'
import { PasskeyButton } from '#web/ui/field/PasskeyButton.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { MoneyMoved, type OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { OutcomeUnknown } from '#web/ui/state/OutcomeUnknown.tsx'
import type { ReviewedTerms } from './exchange-form.ts'
import { readReceipt, type StoredReceipt } from './exchange-receipt.ts'
import { midOf, type ToldMid } from './mid-rate.ts'
import { RateHold } from './RateHold.tsx'
import { lifetimeMs } from './rates.ts'
import type { ExchangeFlow } from './use-exchange.ts'

export interface ConfirmExchangeProps {
  readonly flow: ExchangeFlow
  /** Reviews the same at the rate that holds now. */
  readonly onRenew: () => void
  readonly operation: OperationSlot
}

/**
 * The review before money moves: give, get, rate (WCAG 3.3.4); then what has moved, which leads Home. It cannot be closed while the exchange is
 * being sent.
 */
export function ConfirmExchange({
  flow: { stage, terms, receipt, asked, close, confirm, confirmByPasskey },
  operation,
  onRenew,
}: ConfirmExchangeProps) {
  const t = useTranslate()
  // While its sheet closes, a success is still seen.
  const isDone = stage === 'done' || (stage === 'form' && receipt !== undefined)
  if (!terms) return null
  function leave(): void {
    close()
    if (stage === 'done') navigate(PATHS.Home)
  }
  return (
    <Modal
      isOpen={stage !== 'form'}
      onClose={leave}
      title={t(isDone ? 'ex.success' : stage === 'unknown' ? 'pay.unknown' : 'ex.confirm_title')}
      blockedBy={stage === 'sending' || stage === 'unknown' ? 'money' : undefined}
    >
      {isDone && receipt ? (
        <Exchanged kept={receipt} operation={operation} onLeave={leave} />
      ) : stage === 'unknown' ? (
        <OutcomeUnknown onCheck={() => confirm()} />
      ) : (
        <Review
          key={`${terms.rateId} ${asked?.error}`}
          terms={terms}
          asked={asked}
          isSending={stage === 'sending'}
          onConfirm={confirm}
          onPasskey={confirmByPasskey}
          onRenew={onRenew}
        />
      )}
    </Modal>
  )
}

interface ExchangedProps {
  readonly kept: StoredReceipt
  readonly operation: OperationSlot
  readonly onLeave: () => void
}

/** What was given, and what was got for it, as the server has exchanged it. */
function Exchanged({ kept, operation, onLeave }: ExchangedProps) {
  const t = useTranslate()
  const receipt = readReceipt(kept)
  return (
    <MoneyMoved
      text={
        receipt ? (
          <AmountReview of={receipt.get}>
            <p>
              <Amount of={receipt.give} isAlwaysShown /> <span aria-hidden="true">→</span>{' '}
              <Amount of={receipt.get} isAlwaysShown />
            </p>
          </AmountReview>
        ) : null
      }
      operationId={kept.transaction_id}
      details={t('pay.details')}
      onDetails={() => navigate(PATHS.ExchangeConfirm, { state: kept })}
      {...{ operation, onLeave }}
    />
  )
}

interface ReviewProps {
  readonly terms: ReviewedTerms
  readonly asked: ExchangeFlow['asked']
  readonly isSending: boolean
  readonly onConfirm: (pin?: string) => void
  /** Asks the browser for a passkey instead. */
  readonly onPasskey: () => void
  readonly onRenew: () => void
}

/** What is about to be exchanged, for as long as its rate holds; then the rate of now is offered, and the old one confirmed no more. */
function Review({ terms, asked, isSending, onConfirm, onPasskey, onRenew }: ReviewProps) {
  const { give, get, rate, mid, margin } = terms
  const t = useTranslate()
  const moneyText = useMoneyText()
  const isOnline = useIsOnline()
  const language = useSession((session) => session.language)
  const [pin, setPin] = useState('')
  const hasRunOut = useHasRunOut(terms)
  const isMissing = asked !== undefined && pin.length < CODE_LENGTH
  const isReady = isOnline && !isMissing && !hasRunOut && !asked?.isSigning

  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isReady) onConfirm(asked && pin)
  }
  function reason(): string | undefined {
    if (isSending) return t('pay.waiting')
    return isOnline ? undefined : t('offline.action')
  }
  return (
    <form noValidate onSubmit={submitted}>
      <Stack gap="fields">
        {hasRunOut && !isSending ? <RanOut onRenew={onRenew} /> : null}
        <DescriptionList
          rows={[
            { label: t('ex.from'), value: <Amount of={give} isAlwaysShown /> },
            { label: t('ex.to'), value: <Amount of={get} isAlwaysShown /> },
            { label: t('receipt.rate'), value: t('ex.rate', { ...rateText(rate, language) }) },
            ...marginRows(midOf({ rate, mid, margin }, language), t),
          ]}
        />
        <ReviewHold terms={terms} />
        {asked ? (
          <>
            <Notice title={asked.reason} isAnnounced />
            <CodeInput
              kind="pin"
              label={t('pin.label')}
              value={pin}
              onValueChange={setPin}
              error={pin === '' ? asked.error : undefined}
              isAutofocused
            />
          </>
        ) : null}
        <Stack gap="lines">
          <ReasonLine>{reason()}</ReasonLine>
          <Button type="submit" isWide isLoading={isSending} disabled={!isReady && !isSending}>
            {t('ex.submit_amount', { amount: moneyText(give) })}
          </Button>
        </Stack>
        {asked && !hasRunOut ? <PasskeyInPlace asked={asked} onPress={onPasskey} /> : null}
      </Stack>
    </form>
  )
}

/** The rate in the review is over. */
function RanOut({ onRenew }: { readonly onRenew: () => void }) {
  const t = useTranslate()
  return (
    <Notice
      tone="warning"
      title={t('ex.ran_out')}
      isAnnounced
      action={
        <Button isWide onClick={onRenew}>
          {t('ex.renew')}
        </Button>
      }
    />
  )
}

/** Whether the rate of these terms has run out since they came. */
function useHasRunOut({ takenAt, sheet }: ReviewedTerms): boolean {
  const endsAt = takenAt + lifetimeMs(sheet)
  const [hasRunOut, setRunOut] = useState(() => Date.now() >= endsAt)
  useEffect(() => {
    const timer = setTimeout(() => setRunOut(true), Math.max(0, endsAt - Date.now()))
    return () => clearTimeout(timer)
  }, [endsAt])
  return hasRunOut
}

/** How long the rate that is reviewed still holds; the form has another by then. */
function ReviewHold({ terms: { takenAt, sheet } }: Pick<ReviewProps, 'terms'>) {
  const t = useTranslate()
  const { time } = useFormats()
  const [holdsMs] = useState(() => takenAt + lifetimeMs(sheet) - Date.now())
  return <RateHold isRenewed={false} label={t('ex.held', { time: time(sheet.expiresAt) })} {...{ takenAt, holdsMs }} />
}

/** What the rate is without the margin, and that; nothing where the server does not tell. */
function marginRows(told: ToldMid | undefined, t: ReturnType<typeof useTranslate>): readonly DescriptionRow[] {
  if (!told) return []
  return [
    { label: t('ex.mid_label'), value: t('ex.rate', { ...told.mid }) },
    { label: t('ex.margin_label'), value: t('ex.margin_value', { percent: told.percent }) },
  ]
}

interface PasskeyInPlaceProps {
  readonly asked: NonNullable<ExchangeFlow['asked']>
  readonly onPress: () => void
}

/** A passkey in place of the PIN, for whoever has one: they are looked up once a proof is asked for. */
function PasskeyInPlace({ asked: { passkeyError, isSigning }, onPress }: PasskeyInPlaceProps) {
  const t = useTranslate()
  if (!useOwnsPasskey()) return null
  return <PasskeyButton label={t('pin.passkey')} message={passkeyError} isSigning={isSigning ?? false} onPress={onPress} />
}
