import { parseDecimal, toDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { formatMoney } from '#money/format'
import type { Money } from '#money/money'

const MONEY = '_money'

type Language = Parameters<typeof formatMoney>[1]

/** Money of another currency than a leg's own as a detail of it, under a name that ends in `_money`. */
export function moneyDetail(amount: Money): string {
  return `${amount.currency} ${toDecimal(amount)}`
}

/**
 * The details of a leg as parameters of its texts: money in them is in words of the language; a person who is forgotten is called `nobody`, which
 * says that their wallet is closed.
 */
export function legParameters(
  details: Readonly<Record<string, string>>,
  language: Language,
  nobody = '',
): Record<string, string> {
  const said = Object.entries(details).map(([name, value]) => [name, name.endsWith(MONEY) ? moneyText(value, language) : value])
  return { ...Object.fromEntries(said), ...(details.person === '' && { person: nobody }) }
}

/** The money in the details of a leg, in the same words; nothing where there is none. */
export function moneyTextIn(details: Readonly<Record<string, string>>, language: Language): string | undefined {
  const found = Object.entries(details).find(([name]) => name.endsWith(MONEY))
  return found && moneyText(found[1], language)
}

function moneyText(detail: string, language: Language): string {
  const [currency = '', decimal = ''] = detail.split(' ')
  return isCurrency(currency) ? formatMoney(parseDecimal(decimal, currency), language) : detail
}
