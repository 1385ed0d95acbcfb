import { useQuery } from '@tanstack/react-query'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Currency } from '#money/currency'
import { enterable } from '#money/money'
import type { Rate } from '#money/rate'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useWorkGuard } from '#web/lib/page/leave-guard.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { sessionStore, setExchangeAccounts } from '#web/lib/session/session.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ShortBy } from '#web/ui/field/AmountFault.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { useReason } from '#web/ui/field/use-reason.ts'
import { useRefusal } from '#web/ui/field/use-refusal.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { ConfirmExchange } from './ConfirmExchange.tsx'
import { crossOver } from './cross-over.ts'
import { ExchangeAnnouncer } from './ExchangeAnnouncer.tsx'
import css from './ExchangeForm.module.css'
import {
  type ExchangeAccount,
  type ExchangeStart,
  type ExchangeFormState as Form,
  giveAll,
  newForm,
  type Side,
  type Sides,
  shownAmounts,
  swapSides,
  typeInto,
  validateExchange,
} from './exchange-form.ts'
import { liveRatesQuery, RATES_RENEWED_MS } from './queries.ts'
import { RateHold } from './RateHold.tsx'
import { RateLine } from './RateLine.tsx'
import { RatePanel } from './RatePanel.tsx'
import { useRateBeforeChange } from './rate-change.ts'
import { findQuote, lifetimeMs } from './rates.ts'
import { SideCard } from './SideCard.tsx'
import { useAccountChoice } from './use-account-choice.ts'
import { type ExchangeFlow, useExchange } from './use-exchange.ts'

export interface ExchangeFormProps {
  /** At least two accounts. */
  readonly accounts: readonly ExchangeAccount[]
  /** An initial account other than the first, and an initial amount to give. */
  readonly start: ExchangeStart
  readonly operation: OperationSlot
}

/** The exchange form: two sides, the rate between them, review and submit. */
export function ExchangeForm({ accounts, start, operation }: ExchangeFormProps) {
  const t = useTranslate()
  const { time } = useFormats()
  const isOn = useFeatureFlag('exchange')
  const [form, setForm] = useState(() => newForm(accounts, startOf(start)))
  const [swapped, setSwapped] = useState('')
  const places = useRef<HTMLDivElement>(null)
  const isOnline = useIsOnline()
  const { sheet, takenAt, isFailed, isFetching, refetch } = useRates()
  const flow = useExchange()
  const sides = sidesOf(accounts, form)
  const currencies = { from: sides.from.balance.currency, to: sides.to.balance.currency }
  // A rate from before the network was lost is not used: it may no longer be valid.
  const quote = isOnline ? findQuote(sheet, currencies.from, currencies.to) : undefined
  const shown = shownAmounts(form, currencies, quote?.rate)
  const readiness = validateExchange(form, sides, quote)
  const reason = useReason(readiness)
  const shortBy = readiness.isReady ? undefined : readiness.shortBy
  const movedFrom = useRateBeforeChange(quote, form.text !== '')
  const openChoice = useAccountChoice(form, change)
  useWorkGuard(form.text, flow.isOver)

  useEffect(() => setExchangeAccounts(form.accountIds), [form.accountIds])

  function change(next: (form: Form) => Form): void {
    setForm(next)
    flow.forgetFailure()
  }
  function swap(): void {
    haptic('light')
    change(swapSides)
    crossOver(places.current)
    setSwapped(t('ex.swapped', { a: currencies.to, b: currencies.from }))
  }
  function giveMost(): void {
    haptic('light')
    change((before) => giveAll(before, sides.from.balance))
  }
  function submitted(event: SyntheticEvent): void {
    event.preventDefault()
    if (isOn && readiness.isReady && reason === undefined && sheet) flow.review({ ...readiness.terms, sheet, takenAt })
  }
  /** Reviews the exchange at the present rates, which the screen may have already; without a rate the form says so. */
  async function renew(): Promise<void> {
    const { data, dataUpdatedAt } = await refetch()
    const now = findQuote(data, currencies.from, currencies.to)
    const again = validateExchange(form, sides, now)
    if (data && again.isReady) flow.review({ ...again.terms, sheet: data, takenAt: dataUpdatedAt })
    else flow.close()
  }
  function cardOf(side: Side) {
    return {
      side,
      account: sides[side],
      amount: shown[side],
      otherAmount: shown[side === 'from' ? 'to' : 'from'],
      onAmount: (text: string) => change((before) => typeInto(before, side, text)),
      onChooseAccount: () => openChoice(side),
    }
  }
  return (
    <>
      <form noValidate onSubmit={submitted}>
        <Stack gap="fields">
          <div ref={places} className={css.sides} data-amounts="alike">
            <SideCard
              {...cardOf('from')}
              {...(enterable(sides.from.balance).minor > 0n && { onMax: giveMost })}
              fault={shortBy && <ShortBy of={shortBy} />}
            />
            <div className={css.swap}>
              <IconButton label={t('ex.swap')} icon={<ArrowUpDown size={20} aria-hidden />} onClick={swap} />
            </div>
            <SideCard {...cardOf('to')} />
          </div>
          <RateLine
            {...{ quote, movedFrom, isFailed }}
            issuedAt={sheet?.issuedAt}
            isAsking={isFetching}
            onRetry={() => void refetch()}
          >
            <RateHold
              takenAt={quote && sheet && takenAt}
              holdsMs={sheet ? Math.min(lifetimeMs(sheet), RATES_RENEWED_MS) : 0}
              isRenewed
              label={t('ex.holds', { time: time(sheet?.expiresAt ?? '') })}
            />
          </RateLine>
          {isOn ? <Submit last={flow.lastFailure} reason={reason} /> : <FeatureOff feature="exchange" />}
        </Stack>
      </form>
      <ExchangeAnnouncer get={readiness.isReady ? readiness.terms.get : undefined} swapped={swapped} />
      <ConfirmExchange flow={flow} operation={operation} onRenew={() => void renew()} />
      <RatePanel {...dearerOf(currencies, quote?.rate)} />
    </>
  )
}

/** The accounts from the address, or else those of the previous form. */
function startOf(start: ExchangeStart): ExchangeStart {
  const kept = sessionStore.getState().exchangeAccounts
  return start.fromId === undefined && start.toId === undefined ? { ...start, fromId: kept?.from, toId: kept?.to } : start
}

/** The pair for the rate line: the currency whose unit is worth more comes first. */
function dearerOf({ from, to }: Sides<Currency>, rate: Rate | undefined): { readonly base: Currency; readonly quote: Currency } {
  return rate && rate.numerator < rate.denominator ? { base: to, quote: from } : { base: from, quote: to }
}

/** The present rates, and whether the last attempt to load them failed. */
function useRates() {
  const rates = useQuery(liveRatesQuery)
  const { data: sheet, dataUpdatedAt: takenAt, isFetching, refetch } = rates
  const isFailed = useQueryFailure(rates) !== undefined || rates.isError
  return { sheet, takenAt, isFetching, isFailed, refetch }
}

interface SubmitProps {
  readonly last: ExchangeFlow['lastFailure']
  readonly reason: string | undefined
}

function Submit({ last, reason }: SubmitProps) {
  const t = useTranslate()
  const message = useRefusal(last)?.text
  return (
    <Stack gap="lines">
      <FormError message={message} />
      <ReasonLine>{reason}</ReasonLine>
      <Button type="submit" disabled={reason !== undefined}>
        {t('ex.submit')}
      </Button>
    </Stack>
  )
}

/** The accounts of the form; an account that has left the list is replaced. */
function sidesOf(accounts: readonly ExchangeAccount[], { accountIds }: Form): Sides<ExchangeAccount> {
  const from = accounts.find(({ id }) => id === accountIds.from) ?? accounts[0]
  const to = accounts.find(({ id }) => id === accountIds.to) ?? accounts[1]
  if (!(from && to)) throw new Error('An exchange needs two accounts')
  return { from, to }
}
