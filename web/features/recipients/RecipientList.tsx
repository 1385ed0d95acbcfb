import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import Star from 'lucide-react/icons/star'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import { useEffect, useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { SearchInput } from '#web/ui/field/SearchInput.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { EmptyState } from '#web/ui/state/EmptyState.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { type Recipient, recipientListQuery } from './queries.ts'
import css from './RecipientList.module.css'
import { RecipientSheet } from './RecipientSheet.tsx'
import { calledOf } from './recipient.ts'

const ICONS = { person: User, card: CreditCard, address: Wallet } as const

export interface RecipientListProps {
  readonly kind: Recipient['kind'] | undefined
  readonly onKind: (kind: Recipient['kind'] | undefined) => void
  /** Whether what is of a kind can be sent to at all. */
  readonly canSend: (kind: Recipient['kind']) => boolean
}

/** Everybody and everything one has sent to: searched, of one kind or all, favourites first. A row opens what can be done with it. */
export function RecipientList({ kind, onKind, canSend }: RecipientListProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const list = useInfiniteQuery({ ...recipientListQuery({ kind, search }), placeholderData: keepPreviousData })
  const failure = useQueryFailure(list)
  const found = list.data?.pages.flatMap(({ results }) => results)
  const isWhole = found !== undefined && !failure && !list.isPlaceholderData && !list.hasNextPage
  const isNarrowed = kind !== undefined || search !== ''
  if (found?.length === 0 && !isNarrowed && !list.isPlaceholderData) {
    return <EmptyState icon={<Users />}>{t('recipients.empty')}</EmptyState>
  }
  return (
    <Stack gap="fields">
      <SearchInput
        label={t('recipients.search')}
        value={typed}
        onValueChange={setTyped}
        maxLength={100}
        count={isWhole && search === typed.trim() ? found.length : 'unknown'}
      />
      <Kinds kind={kind} onKind={onKind} />
      {failure ? <LoadError message={t('recipients.error')} failure={failure} /> : null}
      {found || failure ? null : (
        <div aria-busy="true">
          <SkeletonRows count={4} />
        </div>
      )}
      {found ? <Found found={found} isSearched={search !== ''} canSend={canSend} /> : null}
      {list.hasNextPage ? (
        <More
          isLoading={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? list.error : null}
          onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
        />
      ) : null}
    </Stack>
  )
}

function Kinds({ kind, onKind }: Pick<RecipientListProps, 'kind' | 'onKind'>) {
  const t = useTranslate()
  const options = [
    { value: 'all', label: t('recipients.kinds.all') },
    { value: 'person', label: t('recipients.kinds.person') },
    { value: 'card', label: t('recipients.kinds.card') },
    { value: 'address', label: t('recipients.kinds.address') },
  ] as const
  return (
    <Chips
      label={t('recipients.kinds')}
      isLabelHidden
      options={options}
      value={kind ?? 'all'}
      onValueChange={(chosen) => onKind(chosen === 'all' ? undefined : chosen)}
    />
  )
}

interface FoundProps extends Pick<RecipientListProps, 'canSend'> {
  readonly found: readonly Recipient[]
  readonly isSearched: boolean
}

function Found({ found, isSearched, canSend }: FoundProps) {
  const t = useTranslate()
  // Shown while the sheet leaves, too.
  const [openedId, setOpenedId] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const opened = found.find(({ id }) => id === openedId)
  if (found.length === 0) return isSearched ? null : <p className={css.none}>{t('recipients.none_of_kind')}</p>
  return (
    <>
      <List label={t('recipients.title')} hasColumns>
        {found.map((recipient) => (
          <Row
            key={recipient.id}
            recipient={recipient}
            onPress={() => {
              setOpenedId(recipient.id)
              setOpen(true)
            }}
          />
        ))}
      </List>
      {opened ? (
        <RecipientSheet
          key={opened.id}
          recipient={opened}
          canSend={canSend(opened.kind)}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

function Row({ recipient, onPress }: { readonly recipient: Recipient; readonly onPress: () => void }) {
  const t = useTranslate()
  const { day } = useFormats()
  const Icon = ICONS[recipient.kind]
  return (
    <ListRow
      icon={<Icon aria-hidden />}
      isIconRound
      title={calledOf(recipient)}
      subtitle={factsOf(t, recipient, day(recipient.last_used_at))}
      value={
        recipient.is_favourite ? (
          <>
            <Star className={css.star} size={20} aria-hidden />
            <VisuallyHidden>{t('recipients.favourite')}</VisuallyHidden>
          </>
        ) : undefined
      }
      hasChevron
      onPress={onPress}
    />
  )
}

/** What it is where its name does not say so, and when it was last sent to. */
function factsOf(t: Translate, { kind, own_name, shown }: Recipient, when: string): string {
  const what = own_name !== null ? shown : kind === 'person' ? undefined : t(`recipients.kind.${kind}`)
  return [what, when].filter((fact) => fact !== undefined).join(' · ')
}

interface MoreProps {
  readonly isLoading: boolean
  readonly error: Error | null
  readonly onMore: () => void
}

function More({ isLoading, error, onMore }: MoreProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (
    <Stack gap="lines">
      <FormError message={error ? failureText(t, error) : undefined} />
      <ReasonLine>{isOnline ? undefined : t('offline.action')}</ReasonLine>
      <Button variant="secondary" isWide disabled={!isOnline} isLoading={isLoading} onClick={onMore}>
        {t('tx.more')}
      </Button>
    </Stack>
  )
}

const SETTLED_MS = 250

/** What was typed, once nothing more is: each letter is not worth a question. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
