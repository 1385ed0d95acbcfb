import { failureText } from '#web/lib/api/failure-text.ts'
import type { QueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'

export interface LoadErrorProps {
  /** The name of the data that failed to load. */
  readonly message: string
  readonly failure: QueryFailure
}

/** Shown instead of data that failed to load: the cause, and a retry button. */
export function LoadError({ message, failure: { error, isRetrying, onRetry } }: LoadErrorProps) {
  const t = useTranslate()
  return <ErrorBlock message={message} cause={failureText(t, error)} isRetrying={isRetrying} onRetry={onRetry} />
}
