import css from './ReasonLine.module.css'

/** Why the button below is disabled. Keeps its place when there is nothing to say, so that nothing jumps. */
export function ReasonLine({ children }: { readonly children?: string | undefined }) {
  return (
    <p className={css.reason} role="status">
      {children}
    </p>
  )
}
