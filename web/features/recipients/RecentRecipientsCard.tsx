import { queryOptions, useQuery } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import User from 'lucide-react/icons/user'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { recipients } from '#contract/recipients'
import { PATHS } from '#web/lib/address/paths.ts'
import { callApi } from '#web/lib/api/call.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import type { Recipient } from './queries.ts'
import { calledOf, sendPath } from './recipient.ts'

const ROWS_MAX = 3

const ICONS: Readonly<Record<Recipient['kind'], ReactNode>> = {
  person: <User aria-hidden />,
  card: <CreditCard aria-hidden />,
  address: <Wallet aria-hidden />,
}

const recentQuery = queryOptions({
  queryKey: ['recipients', 'recent'],
  queryFn: async ({ signal }) => (await callApi(recipients, { signal, query: { limit: String(ROWS_MAX) } })).results,
})

/** The last recipients, each the way to send to them again, while that is on; nothing while there is none. */
export function RecentRecipientsCard() {
  const t = useTranslate()
  const isOn = { person: useFeatureFlag('p2p'), card: useFeatureFlag('withdrawal') }
  const { data } = useQuery(recentQuery)
  const shown = data?.filter(({ kind }) => (kind === 'person' ? isOn.person : isOn.card))
  if (!shown?.length) return null
  return (
    <Card
      title={t('side.recent')}
      action={
        <TextLink to={PATHS.Recipients} isQuiet>
          {t('common.see_all')}
        </TextLink>
      }
    >
      <List>
        {shown.map((recipient) => (
          <ListRow
            key={recipient.id}
            icon={ICONS[recipient.kind]}
            isIconRound
            title={calledOf(recipient)}
            subtitle={t(`recipients.kind.${recipient.kind}`)}
            to={sendPath(recipient)}
            hasChevron
          />
        ))}
      </List>
    </Card>
  )
}
