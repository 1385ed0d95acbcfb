import { useAnswer } from '#web/lib/api/use-answer.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { AccountSearchList, type AccountSearchListProps } from './AccountSearchList.tsx'
import { accountsQuery } from './queries.ts'

/** The searchable accounts with their loading and failed states: what the panels show. */
export function AccountList(list: Omit<AccountSearchListProps, 'accounts'>) {
  const t = useTexts()
  const { data, failure } = useAnswer(accountsQuery)
  if (data) return <AccountSearchList {...list} accounts={data} />
  if (!failure) {
    return (
      <div aria-busy="true">
        <SkeletonRows count={5} />
      </div>
    )
  }
  return <LoadError message={t('wallets.error')} failure={failure} />
}
