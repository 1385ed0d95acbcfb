import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Field.module.css'

/** The place of a Field with its label and the line below it, in its size. */
export function FieldSkeleton() {
  return (
    <div className={classNames(css.field)} aria-busy="true">
      <div className={classNames(css.head)}>
        <Skeleton width="96px" height="1.25rem" />
      </div>
      <Skeleton shape="block" height="var(--size-field)" />
      <div className={classNames(css.message)} />
    </div>
  )
}
