import css from './Spinner.module.css'

/**
 * A turning ring, only drawn: the `aria-busy` of the region or the button tells a screen reader what is loading. `size` in pixels.
 */
export function Spinner({ size = 20 }: { readonly size?: number }) {
  return (
    <svg className={css.spinner} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle className={css.track} cx="12" cy="12" r="9.5" />
      <path className={css.arc} d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
    </svg>
  )
}
