import { useAnswer } from '#web/lib/api/use-answer.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { accountsQuery } from './queries.ts'

const ALL = ''

export interface AccountChipsProps {
  /** What is chosen here. */
  readonly label: string
  /** All accounts when left out. */
  readonly accountId: string | undefined
  readonly onChoose: (accountId: string | undefined) => void
}

/** All accounts or one of them, in a row. Without the accounts there is one way only: to ask for them again. */
export function AccountChips({ label, accountId, onChoose }: AccountChipsProps) {
  const t = useTexts()
  const { data, failure } = useAnswer(accountsQuery)
  if (!data) {
    return failure ? (
      <RetryButton variant="text" isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
    ) : (
      <div aria-busy="true">
        <Skeleton shape="block" width="240px" height="var(--size-target)" />
      </div>
    )
  }
  return (
    <Chips
      label={label}
      isLabelHidden
      options={[
        { value: ALL, label: t('common.all') },
        ...data.map(({ id, balance }) => ({ value: id, label: balance.currency })),
      ]}
      value={accountId ?? ALL}
      onValueChange={(chosen) => onChoose(chosen === ALL ? undefined : chosen)}
    />
  )
}
