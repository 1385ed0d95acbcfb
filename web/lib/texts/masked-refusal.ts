import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from './texts.tsx'

/**
 * The text that takes the place of a refusal's message while amounts are hidden, by the code of the refusal: the message of
 * insufficient_funds tells the missing amount, and with it the balance. Undefined where the message may be shown.
 */
export function useMaskedRefusal(): (code: string | undefined) => string | undefined {
  const t = useTranslate()
  const isHidden = useSession((session) => session.isAmountsHidden)
  return (code) => (isHidden && code === 'insufficient_funds' ? t('err.amount.funds_hidden') : undefined)
}
