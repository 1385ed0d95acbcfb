import Star from 'lucide-react/icons/star'
import type { ResponseOf } from '#contract/call'
import type { recentRecipients } from '#contract/withdrawal'
import { PATHS } from '#web/lib/address/paths.ts'
import type { QueryFailure } from '#web/lib/api/retryable-query.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './RecentRecipients.module.css'
import { called, chosenAmong, type DestinationKind, type Recipient, toldApart } from './withdrawal-form.ts'

export interface RecentRecipientsProps {
  /** All recent recipients; undefined until they are known. */
  readonly recent: ResponseOf<typeof recentRecipients>['results'] | undefined
  /** The failure to load the recipients. */
  readonly failure: QueryFailure | undefined
  /** Only recipients of this kind are shown, since the currency is paid out to it. */
  readonly kind: DestinationKind
  readonly chosen: Recipient | undefined
  readonly onChoose: (recipient: Recipient) => void
}

/**
 * The last recipients, to choose from: `•• 4821`, after the user's own name for it. Recipients of the same name are told apart by the time of
 * their last payment. Nothing without recipients. The form works without this list.
 */
export function RecentRecipients({ recent, failure, kind, chosen, onChoose }: RecentRecipientsProps) {
  const t = useTranslate()
  const formats = useFormats()
  const ofKind = recent?.filter((recipient) => recipient.kind === kind).map(called)
  const recipients =
    ofKind && toldApart(ofKind, (masked, lastUsedAt) => t('save.last_used', { masked, when: formats.dateTime(lastUsedAt) }))
  if (!recipients) {
    if (!failure) return null
    return (
      <p className={css.failed}>
        {t('save.recent_error')}
        <RetryButton variant="text" isRetrying={failure.isRetrying} onRetry={failure.onRetry} />
      </p>
    )
  }
  if (recipients.length === 0) return null
  return (
    <Chips
      label={t('save.recent')}
      aside={
        <TextLink to={`${PATHS.Recipients}?kind=${kind}`} isQuiet>
          {t('recipients.all')}
        </TextLink>
      }
      options={recipients.map(({ id, masked, is_favourite }) => ({
        value: id,
        label: masked,
        icon: is_favourite ? <Star size={16} aria-hidden /> : undefined,
      }))}
      value={chosenAmong(recipients, chosen)?.id}
      onValueChange={(id) => {
        const recipient = recipients.find((each) => each.id === id)
        if (recipient) onChoose(recipient)
      }}
    />
  )
}
