import CreditCard from 'lucide-react/icons/credit-card'
import Store from 'lucide-react/icons/store'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import { useId } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import css from './StatisticsRecipients.module.css'
import type { Sums } from './statistics.ts'

const ICONS = new Map([
  ['person', User],
  ['seller', Store],
  ['card', CreditCard],
  ['address', Wallet],
])

/** The top recipients of the expenses, and all others together; says so when only the latest transactions were counted. */
export function StatisticsRecipients({
  sums: { recipients, rest, isWhole },
}: {
  readonly sums: Pick<Sums, 'recipients' | 'rest' | 'isWhole'>
}) {
  const t = useTranslate()
  const titleId = useId()
  if (recipients.length === 0) return null
  return (
    <section className={css.recipients} aria-labelledby={titleId}>
      <h3 id={titleId} className={css.title}>
        {t('stat.recipients')}
      </h3>
      <List label={t('stat.recipients')}>
        {recipients.map(({ type, name, amount }) => {
          const Icon = ICONS.get(type) ?? User
          return (
            <ListRow
              key={`${type} ${name}`}
              icon={<Icon size={20} aria-hidden />}
              isIconRound
              title={name}
              value={<Amount of={amount} />}
            />
          )
        })}
        {rest ? (
          <ListRow
            icon={<Users size={20} aria-hidden />}
            isIconRound
            title={t('stat.recipients_rest')}
            value={<Amount of={rest} />}
          />
        ) : null}
      </List>
      {isWhole ? null : <p className={css.note}>{t('stat.recipients_latest')}</p>}
    </section>
  )
}
