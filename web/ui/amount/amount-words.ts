import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import type { Language } from '#texts/languages'
import { numberFormat } from '#web/lib/intl.ts'

/**
 * An amount for the ear: the number and the name of its currency as the platform says it, the code where it knows no name (USDC).
 * Made from the decimal string, so nothing is rounded on the way.
 */
export function amountWords(amount: Money, language: Language, isSigned = false): string {
  const locale = language === 'ru' ? 'ru-RU' : 'en-GB'
  const decimal = toDecimal(amount)
  const number = numberFormat(locale, {
    minimumFractionDigits: decimal.split('.')[1]?.length ?? 0,
    maximumFractionDigits: 6,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  })
  // A decimal string keeps every digit; a number would not.
  return `${number.format(numeric(decimal))} ${currencyName(amount.currency, decimal, locale)}`
}

function currencyName(code: string, decimal: string, locale: string): string {
  if (code.length !== 3) return code
  const parts = numberFormat(locale, { style: 'currency', currency: code, currencyDisplay: 'name' }).formatToParts(
    numeric(decimal),
  )
  return parts.find((part) => part.type === 'currency')?.value ?? code
}

function numeric(decimal: string): Intl.StringNumericLiteral {
  if (!isNumeric(decimal)) throw new Error(`Not a decimal: ${decimal}`)
  return decimal
}

function isNumeric(decimal: string): decimal is `${number}` {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(decimal)
}
