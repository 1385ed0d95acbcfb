import { failureText } from '#web/lib/api/failure-text.ts'
import type { QueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'

export interface LoadErrorProps {
  /** What could not be had. */
  readonly message: string
  readonly failure: QueryFailure
}

/** In the place of an answer that could not be had: the cause, and the button that asks again. */
export function LoadError({ message, failure: { error, isRetrying, onRetry } }: LoadErrorProps) {
  const t = useTranslate()
  return <ErrorBlock message={message} cause={failureText(t, error)} isRetrying={isRetrying} onRetry={onRetry} />
}
