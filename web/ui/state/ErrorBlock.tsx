import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import css from './Block.module.css'
import { RetryButton } from './RetryButton.tsx'

export interface ErrorBlockProps {
  /** The name of the region that failed to load. */
  readonly message: string
  /** The cause, if it is known: failureText(…). */
  readonly cause?: string | undefined
  readonly onRetry?: () => void
  readonly isRetrying?: boolean
}

/** A region that failed to load; the rest of the page works. */
export function ErrorBlock({ message, cause, onRetry, isRetrying = false }: ErrorBlockProps) {
  return (
    <div className={css.block} role="status">
      <span className={css.danger} aria-hidden="true">
        <CircleAlert />
      </span>
      <p className={css.words}>{message}</p>
      {cause === undefined || cause === message ? null : <p className={css.cause}>{cause}</p>}
      {onRetry ? <RetryButton icon={<RefreshCw aria-hidden />} isRetrying={isRetrying} onRetry={onRetry} /> : null}
    </div>
  )
}
