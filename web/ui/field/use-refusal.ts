import type { NotMoved } from '#web/lib/api/attempt-stage.ts'
import { type AmountRefusal, useLimitRefusal } from '#web/lib/config/limits.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'

/**
 * The message of a form about its last attempt, until the page's language changes: the name of the level's limit, else the server's
 * message.
 */
export function useRefusal(last: NotMoved | undefined): AmountRefusal | undefined {
  const t = useTranslate()
  const limit = useLimitRefusal()(last?.refusal)
  const isHidden = useSession((session) => session.isAmountsHidden)
  // Its message tells the missing amount, and with it the balance.
  const withoutAmount = isHidden && last?.refusal?.code === 'insufficient_funds' ? t('err.amount.funds_hidden') : undefined
  const text = useUntilLanguageChange(last && (withoutAmount ?? limit ?? last.message ?? t('err.unknown')))
  return text === undefined ? undefined : { text, isLevelLimit: limit !== undefined }
}
