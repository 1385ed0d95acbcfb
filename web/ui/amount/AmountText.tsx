import type { Money } from '#money/money'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount, type AmountProps } from './Amount.tsx'

/** Stands in a text for the amount until the text is cut there; no text of ours has it. */
const PLACE = '\uE000'

/** The keys of texts with an amount in them, under the name `amount`. Buttons take theirs as plain text: their name is what is seen. */
type AmountTextKey =
  | 'panel.assets.total'
  | 'panel.assets.zero'
  | 'total.change'
  | 'wallet.worth'
  | 'amount.available'
  | 'wd.fee'
  | 'wd.left'
  | 'ex.balance'
  | 'levels.new_recipient'

export interface AmountTextProps extends AmountProps {
  readonly textKey: AmountTextKey
}

/** A text with an amount in it, such as "Fee 1.50 $"; the amount is printed as everywhere. */
export function AmountText({ textKey, ...amount }: AmountTextProps & { readonly of: Money }) {
  const t = useTranslate()
  const [before = '', after = ''] = t(textKey, { amount: PLACE }).split(PLACE)
  return (
    <>
      {before}
      <Amount {...amount} />
      {after}
    </>
  )
}
