import css from './CheckAnimation.module.css'

/** It went well: a tick that draws itself in 400 ms, at once under reduced motion. Decoration; the words stand beside it. */
export function CheckAnimation({ size = 72 }: { readonly size?: number }) {
  return (
    <svg className={css.check} width={size} height={size} viewBox="0 0 72 72" fill="none" aria-hidden="true">
      <circle className={css.ground} cx="36" cy="36" r="36" />
      <path className={css.tick} d="M22 37.5 32 47l18-21" pathLength="1" />
    </svg>
  )
}
