import { useQuery } from '@tanstack/react-query'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { ErrorBlock } from '#web/ui/state/ErrorBlock.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { AccountSearchList, type AccountSearchListProps } from './AccountSearchList.tsx'
import { accountsQuery } from './queries.ts'

/** The searchable accounts with their loading and failed states: what the panels show. */
export function AccountList(list: Omit<AccountSearchListProps, 'accounts'>) {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useQuery(accountsQuery)
  if (data) return <AccountSearchList {...list} accounts={data} />
  if (!error) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={5} />
      </div>
    )
  }
  return (
    <ErrorBlock
      message={t('wallets.error')}
      cause={failureText(t, error)}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
