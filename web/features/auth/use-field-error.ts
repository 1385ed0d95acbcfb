import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal } from '#web/lib/api/failures.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

/** The message of a refusal at its field, where it has one. */
export function useFieldError(error: Error | null, field: string): string | undefined {
  const t = useTranslate()
  return error instanceof ApiRefusal && error.field === field ? failureText(t, error) : undefined
}
