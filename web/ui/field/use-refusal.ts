import type { NotMoved } from '#web/lib/api/attempt-stage.ts'
import { type AmountRefusal, useLimitRefusal } from '#web/lib/config/limits.ts'
import { useMaskedRefusal } from '#web/lib/texts/masked-refusal.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'

/**
 * The message of a form about its last attempt, until the page's language changes: the name of the level's limit, else the server's
 * message.
 */
export function useRefusal(last: NotMoved | undefined): AmountRefusal | undefined {
  const t = useTranslate()
  const limit = useLimitRefusal()(last?.refusal)
  const masked = useMaskedRefusal()(last?.refusal?.code)
  const text = useUntilLanguageChange(last && (masked ?? limit ?? last.message ?? t('err.unknown')))
  return text === undefined ? undefined : { text, isLevelLimit: limit !== undefined }
}
