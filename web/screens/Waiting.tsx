import { useQuery } from '@tanstack/react-query'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useEffect, useState } from 'react'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { incomingQuery, latestRequestsQuery } from '#web/features/transfers/waiting-queries.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { WAITING_KEY } from '#web/lib/session/home-keys.ts'
import { writeStored } from '#web/lib/session/storage.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List, ListRow } from '#web/ui/ListRow.tsx'
import { LazyModal } from '#web/ui/sheet/LazyModal.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Waiting.module.css'

const IncomingTransfers = lazyComponent(() => import('#web/features/transfers/IncomingTransfers.tsx'))

const NOTHING = [] as const

/** What of one thing is said in a line. */
interface News {
  readonly person: string | null
  readonly amount: string | null
  readonly currency_code: string
}

/** What waits for the user, a line for the transfers and one for the requests; nothing while nothing does. Its place may be kept until that is known. */
export default function Waiting({ isPlaceKept }: { readonly isPlaceKept: boolean }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { data: incoming = NOTHING, isPending } = useQuery(incomingQuery)
  const requests = useQuery(latestRequestsQuery)
  const toPay = (requests.data ?? []).filter(({ direction, state }) => direction === 'received' && state === 'open')
  const isKnown = !(isPending || requests.isPending)
  const isAny = incoming.length + toPay.length > 0
  useEffect(() => {
    if (isKnown) writeStored(WAITING_KEY, isAny ? 'yes' : undefined)
  }, [isKnown, isAny])
  if (!isKnown) return isPlaceKept ? <Skeleton shape="card" height="74px" /> : null
  if (!isAny) return null
  return (
    <Card isFlush>
      <div className={css.rows}>
        <List label={t('waiting.label')}>
          {incoming.length > 0 ? (
            <ListRow
              icon={<ArrowDownLeft aria-hidden />}
              isIconRound
              title={t('waiting.transfers', { count: incoming.length })}
              {...told(incoming)}
              onPress={() => setOpen(true)}
              hasChevron
            />
          ) : null}
          {toPay.length > 0 ? (
            <ListRow
              icon={<ArrowUpRight aria-hidden />}
              isIconRound
              title={t('requests.incoming_title')}
              {...told(toPay)}
              to={PATHS.Requests}
              hasChevron
            />
          ) : null}
        </List>
      </div>
      <LazyModal isOpen={isOpen && incoming.length > 0} onClose={() => setOpen(false)} title={t('incoming.title')}>
        <IncomingTransfers />
      </LazyModal>
    </Card>
  )
}

/** Of one, whose it is and how much; of several, the latest one's. */
function told([latest]: readonly News[]) {
  const currency = latest?.currency_code
  if (!latest || currency === undefined || !isCurrency(currency)) return {}
  return {
    subtitle: latest.person,
    value: latest.amount === null ? undefined : <Amount of={parseDecimal(latest.amount, currency)} />,
  }
}
