import type { RefObject } from 'react'
import type { Corner, FoundCode } from '#web/features/qr/reading/decoding.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './CameraWindow.module.css'

export interface CameraWindowProps {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isStarting: boolean
  readonly found: FoundCode | undefined
}

/** What the camera sees, in a square with its corners marked and a line that goes over it every 1500 ms. */
export function CameraWindow({ video, isStarting, found }: CameraWindowProps) {
  const t = useTranslate()
  return (
    <section className={css.place} aria-label={t('scan.window')} tabIndex={-1} data-scanner-focus>
      <div className={css.window} data-found={found !== undefined || undefined}>
        <video ref={video} className={css.video} muted playsInline />
        <span className={css.corners} aria-hidden="true" />
        {isStarting || found ? null : (
          <span className={css.sweep} aria-hidden="true">
            <span className={css.line} data-scan-line />
          </span>
        )}
        {found ? <Outline corners={found.corners} /> : null}
      </div>
      <p className={css.hint} role="status">
        {isStarting ? t('scan.starting') : found ? t('scan.found') : t('scan.hint')}
      </p>
    </section>
  )
}

/** Around the code that was found, where it was found. */
function Outline({ corners }: { readonly corners: readonly Corner[] }) {
  return (
    <svg className={css.outline} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" data-outline>
      <polygon
        points={corners.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(' ')}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
