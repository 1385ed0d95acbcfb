import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { haptic } from '#web/lib/page/platform.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountField } from '#web/ui/amount/AmountField.tsx'
import { AmountSkeleton } from '#web/ui/amount/AmountSkeleton.tsx'
import { AmountText } from '#web/ui/amount/AmountText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AmountFault, ShortBy, type TakeRest } from '#web/ui/field/AmountFault.tsx'
import { ChipButtons } from '#web/ui/field/Chips.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { FirstDayNotice } from './FirstDayNotice.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { PayoutForm } from './use-payout-form.ts'
import css from './WithdrawalAmount.module.css'
import { mostOf, shareOf } from './withdrawal-form.ts'

export interface WithdrawalAmountProps {
  readonly form: PayoutForm
  readonly words: PayoutTexts
}

const SHARES = [25n, 50n]

/** The amount, with buttons for parts of the balance. */
export function WithdrawalAmount({ form, words }: WithdrawalAmountProps) {
  // Without an account there is no currency to enter an amount in.
  if (!form.balance) return form.isLoading ? <AmountSkeleton /> : null
  return <AmountPart form={form} words={words} balance={form.balance} />
}

function AmountPart({ form, words, balance }: WithdrawalAmountProps & { readonly balance: Money }) {
  const { feeBasisPoints, amount, decimals, readiness, limits, errors, wayUp, change } = form
  const t = useTranslate()
  const percent = new Intl.NumberFormat(
    useSession((session) => session.language),
    { style: 'percent' },
  )
  const shortBy = readiness.isReady ? undefined : readiness.shortBy
  const fault = readiness.isReady ? undefined : readiness.fault
  const mostAtOnce = mostOf(balance, feeBasisPoints, decimals)
  const most = toDecimal(mostAtOnce)
  const take: TakeRest = {
    most: mostAtOnce,
    least: limits.least,
    decimals,
    text: words.submitAmount,
    onTake: (rest) => change({ amount: rest }),
  }
  const shares = SHARES.map((share) => ({
    id: String(share),
    label: percent.format(Number(share) / 100),
    onChoose: () => change({ amount: toDecimal(shareOf(balance, share, decimals)) }),
  }))
  function takeMost(): void {
    haptic('light')
    change({ amount: most })
  }
  return (
    <Stack gap="fields">
      <AmountField
        aside={<AmountText textKey="amount.available" of={balance} />}
        hint={limits.hint}
        error={
          limits.tooMuch || errors.amount ? (
            <AmountFault refused={limits.tooMuch ?? errors.amount} wayUp={wayUp} take={take} />
          ) : (
            shortBy && <ShortBy of={shortBy} />
          )
        }
        isRefused={errors.amount !== undefined}
        errorWhenLeft={fault ? t(fault) : limits.tooLittle}
        currency={balance.currency}
        decimals={decimals}
        value={amount}
        onValueChange={(typed) => change({ amount: typed })}
      />
      <FirstDayNotice balance={balance} />
      <ChipButtons label={t('amount.quick')} options={[...shares, { id: 'max', label: t('amount.max'), onChoose: takeMost }]} />
      {shortBy ? (
        <div className={css.all}>
          <Button variant="text" size="m" onClick={() => change({ amount: most })}>
            {t(words.takeAll)}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}
