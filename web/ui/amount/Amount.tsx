import { formatBalance, formatFigure, formatMoney } from '#money/format'
import type { Money } from '#money/money'
import type { Language } from '#texts/languages'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './Amount.module.css'
import { spokenAmount } from './spoken-amount.ts'

const HIDDEN = '••••'

export interface AmountProps {
  readonly of: Money
  /** `balance`: symbol first (carousel, lists of accounts, exchange). `coded`: code first, and always in sight (panels). `plain`: in the order of the language. `signed`: with its sign and colour. */
  readonly variant?: 'balance' | 'coded' | 'plain' | 'signed'
  /** In a row of transactions, where the specification wants a symbol: `¤` beside the code of a currency that has none. */
  readonly isListed?: boolean
  /** Shown though the person hides amounts: where they are about to move this very sum. */
  readonly isAlwaysShown?: boolean
}

/** Prints money: the only component that does. Screen readers hear the currency by its name. */
export function Amount({ of, variant = 'plain', isListed = false, isAlwaysShown = false }: AmountProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const isHidden = useSession((session) => session.isAmountsHidden) && !isAlwaysShown
  return (
    <span
      data-money={isHidden ? 'hidden' : true}
      className={classNames(css.amount, variant === 'signed' && !isHidden && toneOf(of))}
    >
      {variant === 'coded' ? `${of.currency}\u00a0` : null}
      <span aria-hidden="true">{isHidden ? HIDDEN : shownText(of, variant, isListed, language)}</span>
      <VisuallyHidden>
        {isHidden ? t('balance.hidden') : spokenAmount(t, of, language, variant === 'signed' ? 'signed' : 'plain')}
      </VisuallyHidden>
    </span>
  )
}

type Variant = NonNullable<AmountProps['variant']>

function shownText(of: Money, variant: Variant, isListed: boolean, language: Language): string {
  if (variant === 'balance') return formatBalance(of, language)
  return variant === 'coded' ? formatFigure(of, language) : formatMoney(of, language, variant, isListed)
}

function toneOf({ minor }: Money): string | undefined {
  if (minor < 0n) return css.debit
  return minor > 0n ? css.credit : undefined
}
