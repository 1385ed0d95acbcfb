import { Stack } from '#web/ui/Stack.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'

/** The place of a large amount field with its chips, while the account that it is for is loading. As high as the field (Field, AmountInput). */
export function AmountSkeleton() {
  return (
    <div aria-busy="true">
      <Stack gap="fields">
        <Stack gap="lines">
          <Skeleton width="96px" height="24px" />
          <Skeleton shape="block" height="80px" />
          <Skeleton width="60%" height="22px" />
        </Stack>
        <Skeleton shape="block" width="240px" height="var(--size-target)" />
      </Stack>
    </div>
  )
}
