import { type Currency, entryScale } from '#money/currency'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { whyUnread } from './amount-text.ts'

/** What stands at an amount field whose text is no amount, as the field shows it unchanged then. */
export function useUnreadAmount(currency: Currency, value: string, decimals = entryScale(currency)): string | undefined {
  const t = useTranslate()
  const why = whyUnread(value, currency, decimals)
  if (why === 'scale') return decimals === 0 ? t('err.amount.whole') : t('err.amount.scale', { n: decimals })
  return why && t('err.amount.number')
}
