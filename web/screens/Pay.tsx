import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Unlink from 'lucide-react/icons/unlink'
import { type ReactNode, useEffect } from 'react'
import { PayInvitation } from '#web/features/requests/PayInvitation.tsx'
import { payCodeQuery, requestsQuery } from '#web/features/requests/queries.ts'
import type { PayCodeFacts } from '#web/features/requests/requests.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { type PayLink, readPayLink, requestPath, sendByLinkPath } from '#web/lib/address/pay-link.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { forgetReturn, keepReturn } from '#web/lib/session/keep-return.ts'
import { ownCodeQuery } from '#web/lib/session/own-code.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { StatusContent } from '#web/ui/page/StatusPage.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Screen.module.css'

/** What a code to pay by says, for whoever has its link, with a wallet or without. */
export default function Pay() {
  const { pathname, search } = useHistoryEntry()
  const link = readPayLink(window.location.origin + pathname + search, window.location.origin)
  return <div className={css.screen}>{link ? <Look key={link.code} link={link} /> : <Nowhere />}</div>
}

function Look({ link }: { readonly link: PayLink }) {
  const t = useTranslate()
  const isSignedIn = useSession(({ authToken, isPinPending }) => authToken !== undefined && !isPinPending)
  const { data: facts, failure } = useRetryableQuery(payCodeQuery(link.code))
  const own = useOwn(link.code, facts, isSignedIn)
  useEffect(() => {
    if (isSignedIn) forgetReturn()
  }, [isSignedIn])
  if (facts === null) return <Nowhere />
  if (failure) {
    return (
      <Frame>
        <ScreenTitle>{t('requests.page_title')}</ScreenTitle>
        <LoadError message={t('requests.page_error')} failure={failure} />
      </Frame>
    )
  }
  if (!facts) {
    return (
      <>
        <ScreenTitle isHidden>{t('requests.page_title')}</ScreenTitle>
        <Skeleton shape="card" height="280px" />
      </>
    )
  }
  return (
    <Frame>
      <PayInvitation
        facts={facts}
        linkAmount={link.amount}
        own={own}
        hint={isSignedIn ? undefined : t('requests.page_hint')}
        ways={isSignedIn ? <SignedInWay link={facts.kind === 'person' ? link : { code: link.code }} /> : <SignedOutWays />}
      />
    </Frame>
  )
}

/** In the shell a card; the sign-in screens are a card themselves where there is room for one. */
function Frame({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useSession(({ authToken, isPinPending }) => authToken !== undefined && !isPinPending)
  return isSignedIn ? <Card>{children}</Card> : children
}

/** The code has been replaced, or is none. */
function Nowhere() {
  const t = useTranslate()
  const isSignedIn = useSession(({ authToken }) => authToken !== undefined)
  return (
    <Frame>
      <StatusContent
        Icon={Unlink}
        title={t('requests.page_unknown')}
        text={t('requests.page_unknown_text')}
        action={<ButtonLink to={isSignedIn ? PATHS.Home : PATHS.AuthIn}>{t('finish.home')}</ButtonLink>}
      />
    </Frame>
  )
}

function SignedInWay({ link }: { readonly link: PayLink }) {
  const t = useTranslate()
  if (!useFeatureFlag('p2p')) return <FeatureOffNotice feature="p2p" />
  return (
    <ButtonLink isWide to={sendByLinkPath(link)}>
      {t('requests.pay')}
    </ButtonLink>
  )
}

/** Both lead back here: the address is kept while somebody signs in or up. */
function SignedOutWays() {
  const t = useTranslate()
  const { pathname, search } = useHistoryEntry()
  const keep = () => keepReturn(pathname + search)
  return (
    <>
      <ButtonLink isWide to={PATHS.LogIn} onClick={keep}>
        {t('requests.page_with_wallet')}
      </ButtonLink>
      <ButtonLink variant="secondary" isWide to={PATHS.Register} onClick={keep}>
        {t('requests.page_open')}
      </ButtonLink>
    </>
  )
}

/** What stands in place of the ways to pay, where the code or the request is the reader's own. */
function useOwn(code: string, facts: PayCodeFacts | null | undefined, isSignedIn: boolean): ReactNode {
  const t = useTranslate()
  const own = useQuery({ ...ownCodeQuery, enabled: isSignedIn && facts?.kind === 'person' })
  const made = useInfiniteQuery({ ...requestsQuery('made'), enabled: isSignedIn && facts?.kind === 'request' })
  if (own.data?.code === code) return <Notice title={t('requests.page_own_code')}>{t('requests.page_own_code_text')}</Notice>
  const request = made.data?.pages.flatMap(({ requests }) => requests).find((each) => each.code === code)
  if (!request) return undefined
  return (
    <Notice
      title={t('requests.page_own_request')}
      action={
        <ButtonLink variant="secondary" size="m" to={requestPath(request.id)}>
          {t('requests.open')}
        </ButtonLink>
      }
    >
      {t('requests.page_own_request_text')}
    </Notice>
  )
}
