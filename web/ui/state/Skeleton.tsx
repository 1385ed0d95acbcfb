import css from './Skeleton.module.css'

export interface SkeletonProps {
  /** CSS lengths; the width is that of the surrounding block when left out. */
  readonly width?: string
  readonly height?: string
  readonly shape?: 'line' | 'block' | 'card' | 'circle'
}

/** A placeholder of loading content, in its final size. Visible after 150 ms; the surrounding region is `aria-busy`. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  return <span className={css.skeleton} data-shape={shape} style={{ width, height }} aria-hidden="true" />
}

/** Placeholders of list rows, each 56 px high as the real rows. */
export function SkeletonRows({ count }: { readonly count: number }) {
  return (
    <div className={css.rows} aria-hidden="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={css.row}>
          <Skeleton shape="circle" width="40px" height="40px" />
          <div className={css.words}>
            <Skeleton width="45%" height="14px" />
            <Skeleton width="30%" height="12px" />
          </div>
          <Skeleton width="80px" height="14px" />
        </div>
      ))}
    </div>
  )
}
