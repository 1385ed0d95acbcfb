import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { highestAmount } from '#web/lib/config/limits.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountField } from '#web/ui/amount/AmountField.tsx'
import { AmountSkeleton } from '#web/ui/amount/AmountSkeleton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type HighestOffer, isOffered, TopUpInstead } from '#web/ui/field/AmountFault.tsx'
import { Available } from '#web/ui/field/Available.tsx'
import { ChipButtons } from '#web/ui/field/Chips.tsx'
import { useAmountErrors } from '#web/ui/field/use-amount-errors.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import type { PayoutTexts } from './payout-texts.ts'
import type { PayoutForm } from './use-payout-form.ts'
import css from './WithdrawalAmount.module.css'
import { mostOf, shareOf } from './withdrawal-form.ts'

export interface WithdrawalAmountProps {
  readonly form: PayoutForm
  readonly words: PayoutTexts
}

const SHARES = [25n, 50n]

/** The amount, with buttons for parts of what can be paid out. */
export function WithdrawalAmount({ form, words }: WithdrawalAmountProps) {
  // Without an account there is no currency to enter an amount in.
  if (!form.balance) return form.isLoading ? <AmountSkeleton /> : null
  return <AmountPart form={form} words={words} balance={form.balance} />
}

function AmountPart({ form, words, balance }: WithdrawalAmountProps & { readonly balance: Money }) {
  const { feeBasisPoints, amount, decimals, readiness, limits, errors, wayUp, change } = form
  const t = useTranslate()
  const shortBy = readiness.isReady || limits.tooMuch ? undefined : readiness.shortBy
  const highest = highestAmount(mostOf(balance, feeBasisPoints, decimals), limits.lowest, decimals)
  const offer: HighestOffer = {
    highest: highest.amount,
    least: limits.least,
    text: words.submitAmount,
    onTake: (decimal) => change({ amount: decimal }),
  }
  const fieldErrors = useAmountErrors({ readiness, limits, refused: errors.amount, wayUp, offer })
  return (
    <Stack gap="fields">
      <AmountField
        {...fieldErrors}
        aside={<Available {...highest} />}
        currency={balance.currency}
        decimals={decimals}
        value={amount}
        onValueChange={(typed) => change({ amount: typed })}
      />
      {balance.minor > 0n ? (
        <Shares form={form} highest={highest.amount} />
      ) : shortBy ? null : (
        <TopUpInstead currency={balance.currency} />
      )}
      {shortBy && isOffered(highest.amount, limits.least) ? (
        <div className={css.all}>
          <Button variant="text" size="m" onClick={() => change({ amount: toDecimal(highest.amount) })}>
            {t(words.takeAll)}
          </Button>
        </div>
      ) : null}
    </Stack>
  )
}

/** Buttons for parts of the highest amount, and for all of it; those that the form would refuse are left out. */
function Shares({ form: { decimals, limits, change }, highest }: { readonly form: PayoutForm; readonly highest: Money }) {
  const t = useTranslate()
  const percent = new Intl.NumberFormat(
    useSession((session) => session.language),
    { style: 'percent' },
  )
  const parts = [
    ...SHARES.map((share) => ({
      id: String(share),
      label: percent.format(Number(share) / 100),
      part: shareOf(highest, share, decimals),
    })),
    { id: 'max', label: t('amount.max'), part: highest },
  ].filter(({ part }) => isOffered(part, limits.least))
  if (parts.length === 0) return null
  return (
    <ChipButtons
      label={t('amount.quick')}
      options={parts.map(({ id, label, part }) => ({
        id,
        label,
        onChoose: () => {
          if (id === 'max') haptic('light')
          change({ amount: toDecimal(part) })
        },
      }))}
    />
  )
}
