import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './ProgressSegments.module.css'

const STEPS = [1, 2, 3] as const

/** Where registration stands: three segments and "Step n of 3". */
export function ProgressSegments({ current }: { readonly current: 1 | 2 | 3 }) {
  const t = useTranslate()
  const words = t('reg.progress', { n: current })
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-valuemin={1}
      aria-valuemax={STEPS.length}
      aria-valuenow={current}
      aria-valuetext={words}
      aria-label={t('reg.title')}
    >
      <span className={css.segments}>
        {STEPS.map((step) => (
          <span key={step} className={css.segment} data-done={step <= current || undefined} />
        ))}
      </span>
      <span className={css.words}>{words}</span>
    </div>
  )
}
