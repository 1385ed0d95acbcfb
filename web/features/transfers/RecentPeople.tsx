import { useQuery } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { PATHS } from '#web/lib/address/paths.ts'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { recentPeopleQuery } from './queries.ts'
import css from './RecipientPart.module.css'

export interface RecentPeopleProps {
  readonly label: string
  /** The chosen earlier transfer; undefined while the recipient is chosen in another way. */
  readonly chosen?: string | undefined
  readonly onChoose: (operationId: string) => void
}

/** The people whom the user has sent to lately, favourites first, to choose from, and the way to all of them; nothing when there are none. */
export function RecentPeople({ label, chosen, onChoose }: RecentPeopleProps) {
  const t = useTranslate()
  const recent = useQuery(recentPeopleQuery)
  const failure = useQueryFailure(recent)
  if (failure) {
    return (
      <p className={css.failed}>
        {t('send.recent_error')}
        <RetryButton variant="text" isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
      </p>
    )
  }
  if (!recent.data?.length) return null
  return (
    <Chips
      label={label}
      aside={
        <TextLink to={`${PATHS.Recipients}?kind=person`} isQuiet>
          {t('recipients.all')}
        </TextLink>
      }
      options={recent.data.map(({ id, person, own_name = person, is_favourite }) => ({
        value: id,
        label: own_name,
        icon: is_favourite ? <Star size={16} aria-hidden /> : undefined,
      }))}
      value={chosen}
      onValueChange={onChoose}
    />
  )
}
