import { useState } from 'react'
import { rateText } from '#money/rate-text'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { useSecondsUntil } from '#web/lib/page/seconds-until.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useMoneyText } from '#web/lib/texts/money-text.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DescriptionList, type DescriptionRow } from '#web/ui/DescriptionList.tsx'
import { MoneySheet } from '#web/ui/sheet/MoneySheet.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { type ExchangedAmounts, exchangedAmounts, type ReviewedTerms } from './exchange-form.ts'
import { midOf, type ToldMid } from './mid-rate.ts'
import { RateHold } from './RateHold.tsx'
import { lifetimeMs } from './rates.ts'
import type { ExchangeFlow } from './use-exchange.ts'

export interface ConfirmExchangeProps {
  readonly flow: ExchangeFlow
  /** Reviews the same exchange at the rate that holds now. */
  readonly onRenew: () => void
  readonly operation: OperationSlot
}

/** The review before money moves, which shows the amounts and the rate (WCAG 3.3.4) while the rate holds; then the result, which leads Home. */
export function ConfirmExchange({ flow, operation, onRenew }: ConfirmExchangeProps) {
  const t = useTranslate()
  const moneyText = useMoneyText()
  const { terms, stage, reply } = flow.confirming ?? {}
  const hasRunOut = useSecondsUntil(terms ? endOf(terms) : 0) === 0
  return (
    <MoneySheet
      flow={flow}
      title="ex.confirm_title"
      isReviewKept
      review={(reviewed) => (
        <>
          {hasRunOut && stage?.kind !== 'waiting' ? <RanOut onRenew={onRenew} /> : null}
          <Review terms={reviewed} />
        </>
      )}
      hasRunOut={hasRunOut}
      submitText={({ give }) => t('ex.submit_amount', { amount: moneyText(give) })}
      brief={(reviewed) => (reply ? <Exchanged {...exchangedAmounts(reviewed, reply)} /> : null)}
      onDetails={() => navigate(PATHS.ExchangeConfirm, { state: { operationId: reply?.transaction_id } })}
      operation={operation}
    />
  )
}

/** The instant when the rate of these terms expires, in milliseconds since 1970 by the clock of the device. */
function endOf({ takenAt, sheet }: ReviewedTerms): number {
  return takenAt + lifetimeMs(sheet)
}

/** The result: the amounts given and received, as the server exchanged them. */
function Exchanged({ give, get }: ExchangedAmounts) {
  return (
    <AmountReview of={get}>
      <p>
        <Amount of={give} isAlwaysShown /> <span aria-hidden="true">→</span> <Amount of={get} isAlwaysShown />
      </p>
    </AmountReview>
  )
}

/** Shown when the rate under review has expired. */
function RanOut({ onRenew }: Pick<ConfirmExchangeProps, 'onRenew'>) {
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

/** The terms under review, and how long their rate still holds; the form has another rate by then. */
function Review({ terms }: { readonly terms: ReviewedTerms }) {
  const { give, get, rate, takenAt, sheet } = terms
  const t = useTranslate()
  const { time } = useFormats()
  const language = useSession((session) => session.language)
  const [holdsMs] = useState(() => endOf(terms) - Date.now())
  return (
    <>
      <DescriptionList
        rows={[
          { label: t('ex.from'), value: <Amount of={give} isAlwaysShown /> },
          { label: t('ex.to'), value: <Amount of={get} isAlwaysShown /> },
          { label: t('receipt.rate'), value: t('ex.rate', { ...rateText(rate, language) }) },
          ...marginRows(midOf(terms, language), t),
        ]}
      />
      <RateHold isRenewed={false} label={t('ex.held', { time: time(sheet.expiresAt) })} {...{ takenAt, holdsMs }} />
    </>
  )
}

/** The mid rate and the margin; nothing where the server does not tell them. */
function marginRows(told: ToldMid | undefined, t: ReturnType<typeof useTranslate>): readonly DescriptionRow[] {
  if (!told) return []
  return [
    { label: t('ex.mid_label'), value: t('ex.rate', { ...told.mid }) },
    { label: t('ex.margin_label'), value: t('ex.margin_value', { percent: told.percent }) },
  ]
}
