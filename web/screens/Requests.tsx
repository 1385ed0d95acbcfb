import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { BlockSender } from '#web/features/history/receipt/BlockSender.tsx'
import { REQUEST_LISTS, requestQuery } from '#web/features/requests/queries.ts'
import { RequestDetails } from '#web/features/requests/RequestDetails.tsx'
import { RequestList } from '#web/features/requests/RequestList.tsx'
import { latestRequestsQuery } from '#web/features/transfers/waiting-queries.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import { FeatureOff } from '#web/ui/state/FeatureOff.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './Screen.module.css'

/** The user's requests, made and received; `?id=` names one of them. */
export default function Requests() {
  const t = useTranslate()
  const isOn = useFeatureFlag('p2p')
  const [search] = useSearchParams()
  const id = search.get('id')
  const title = useTitle(isOn ? id : null)
  return (
    <div className={css.screen}>
      <ScreenHeader
        title={title}
        backTo={id === null ? PATHS.Home : PATHS.Requests}
        action={
          id === null ? undefined : (
            <TextLink to={PATHS.Requests} isQuiet>
              {t('requests.all')}
            </TextLink>
          )
        }
      />
      {isOn ? (
        id === null ? (
          <RequestList />
        ) : (
          <RequestDetails key={id} id={id} blockMaker={blockMaker} />
        )
      ) : (
        <FeatureOff feature="p2p" />
      )}
    </div>
  )
}

/**
 * The title of the list or of a request. A made request is titled by its message, a received request by its maker: a stranger's message
 * must not become a title.
 */
function useTitle(id: string | null): string {
  const t = useTranslate()
  const { data } = useQuery({ ...requestQuery(id ?? ''), enabled: id !== null })
  if (id === null) return t('requests.title')
  const { message, direction, person } = data?.request ?? {}
  if (direction === 'received' && person) return t('requests.one_from', { person })
  return direction === 'made' && message !== undefined ? t('requests.one_for', { message }) : t('requests.one')
}

function blockMaker(requestId: string, onChange: (isBlocked: boolean) => void) {
  function changed(isBlocked: boolean): void {
    onChange(isBlocked)
    // While its maker is blocked, the request cannot be read.
    if (!isBlocked) void queryClient.invalidateQueries(requestQuery(requestId))
    refreshLists()
  }
  return <BlockSender by={{ request_id: requestId }} onChange={changed} />
}

/** Requests of a blocked maker are in no list; the open request stays on the screen, so that the block can be undone. */
function refreshLists(): void {
  void queryClient.invalidateQueries({ queryKey: REQUEST_LISTS })
  void queryClient.invalidateQueries(latestRequestsQuery)
}
