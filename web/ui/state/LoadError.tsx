import { failureText } from '#web/lib/api/failure-text.ts'
import type { Failure } from '#web/lib/api/use-answer.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'

export interface LoadErrorProps {
  /** What could not be had. */
  readonly message: string
  readonly failure: Failure
}

/** In the place of an answer that could not be had: the cause, and the button that asks again. */
export function LoadError({ message, failure: { error, isRetrying, onRetry } }: LoadErrorProps) {
  const t = useTexts()
  return <ErrorBlock message={message} cause={failureText(t, error)} isRetrying={isRetrying} onRetry={onRetry} />
}
