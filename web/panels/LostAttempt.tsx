import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { ANSWER_KEPT_DAYS, attempt } from '#contract/attempt'
import type { TextKey } from '#texts/texts'
import { operationSlot } from '#web/features/history/receipt/OperationReceipt.tsx'
import { PATHS } from '#web/lib/address/paths.ts'
import { navigate } from '#web/lib/address/router.tsx'
import { dropAttempt } from '#web/lib/api/attempt-mark.ts'
import { callApi } from '#web/lib/api/call.ts'
import { ApiRefusal, isTransient } from '#web/lib/api/failures.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { closeAttempt, type OpenAttempt, putOffQuestion, readAttempt } from '#web/lib/api/open-attempt.ts'
import { useAttemptMark } from '#web/lib/api/use-attempt-mark.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { useMaskedRefusal } from '#web/lib/texts/masked-refusal.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Amount } from '#web/ui/amount/Amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { DoneButton } from '#web/ui/state/MoneyMoved.tsx'
import { Result } from '#web/ui/state/Result.tsx'

const KINDS: Readonly<Record<OpenAttempt['kind'], TextKey>> = {
  transfer: 'send.title',
  withdrawal: 'wd.title',
  exchange: 'ex.title',
  payment: 'qrpay.title',
}
const DAY_MS = 86_400_000

/** Asks what became of an attempt whose answer was lost with its page or screen, and says so before money moves again. */
export default function LostAttempt() {
  const t = useTranslate()
  const { stored, isShown } = useAttemptMark((state) => state)
  const { data: profile, isPending } = useQuery(profileQuery)
  const attempt = useMemo(() => readAttempt(stored), [stored])
  const isOthers = Boolean(profile && attempt?.owner !== undefined && attempt.owner !== profile.phone)
  const isVain = isOthers || (stored !== undefined && !attempt)
  useEffect(() => {
    // Somebody else's, whose session has expired in this tab; or of a version that wrote it otherwise.
    if (isVain) dropAttempt()
  }, [isVain])
  return (
    <Modal
      isOpen={attempt !== undefined && isShown && !isOthers && !isPending}
      onClose={putOffQuestion}
      title={t('attempt.title')}
      blockedBy="money"
    >
      {attempt ? <Question key={attempt.key} attempt={attempt} /> : null}
    </Modal>
  )
}

function Question({ attempt }: { readonly attempt: OpenAttempt }) {
  const t = useTranslate()
  const isInHand = useAttemptMark((state) => state.isInHand)
  // The page cannot be answered any more what the server has forgotten; a day is spared for clocks and for the way.
  const isTooOld = Date.now() - attempt.at > (ANSWER_KEPT_DAYS - 1) * DAY_MS
  const { data, error, isFetching, refetch } = useQuery({ ...attemptQuery(attempt.key), enabled: !isInHand && !isTooOld })
  const invalidateQueries = useInvalidateQueries()
  const masked = useMaskedRefusal()
  function end(): void {
    closeAttempt(attempt.key)
    invalidateQueries()
  }
  const facts = <Facts attempt={attempt} />
  if (data?.outcome === 'done') {
    const { transaction_id: id } = data
    return (
      <Result kind="none" isFocused title={t('attempt.done')} actions={<DoneButton onPress={end} />}>
        {id === undefined ? facts : operationSlot(id, 'receipt')}
      </Result>
    )
  }
  if (data) {
    return (
      <Result
        kind="failed"
        isFocused
        title={t('attempt.not_done')}
        text={masked(data.code) ?? data.message}
        actions={<DoneButton onPress={end} />}
      >
        {facts}
      </Result>
    )
  }
  const isInVain = isTooOld || isAskedInVain(error)
  if (!isInVain && (isInHand || (isFetching && !error))) {
    return (
      <Result kind="waiting" isFocused text={t('attempt.asking')}>
        {facts}
      </Result>
    )
  }
  return (
    <Unknown
      facts={facts}
      isInVain={isInVain}
      isAsking={isFetching}
      onAsk={() => void refetch()}
      onLeave={isInVain ? end : putOffQuestion}
    />
  )
}

interface UnknownProps {
  readonly facts: ReactNode
  /** Nobody will ever say. */
  readonly isInVain: boolean
  readonly isAsking: boolean
  readonly onAsk: () => void
  readonly onLeave: () => void
}

/** It cannot be said what became of it: not yet, or not any more. */
function Unknown({ facts, isInVain, isAsking, onAsk, onLeave }: UnknownProps) {
  const t = useTranslate()
  function lookAtHistory(): void {
    onLeave()
    navigate(PATHS.History)
  }
  return (
    <Result
      kind="unknown"
      isFocused
      text={t('err.money_unknown')}
      actions={
        <>
          {isInVain ? null : (
            <Button isWide isLoading={isAsking} onClick={onAsk}>
              {t('finish.check')}
            </Button>
          )}
          <Button variant={isInVain ? 'primary' : 'text'} isWide onClick={lookAtHistory}>
            {t('nav.history')}
          </Button>
        </>
      }
    >
      {facts}
    </Result>
  )
}

function Facts({ attempt: { kind, give, get, to } }: { readonly attempt: OpenAttempt }) {
  const t = useTranslate()
  return (
    <DescriptionList
      rows={[
        { label: t('attempt.what'), value: t(KINDS[kind]) },
        { label: get ? t('ex.from') : t('receipt.amount'), value: <Amount of={give} isAlwaysShown /> },
        ...(get ? [{ label: t('ex.to'), value: <Amount of={get} isAlwaysShown /> }] : []),
        ...(to === undefined ? [] : [{ label: t('send.to'), value: to }]),
      ]}
    />
  )
}

const ASK_AGAIN_MS = 5000

/** What became of the attempt under a key: asked until there is an answer, which is the same for good. */
function attemptQuery(key: string) {
  return queryOptions({
    queryKey: ['attempt', key],
    queryFn: ({ signal }) => callApi(attempt, { body: { key }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) => (state.data || isAskedInVain(state.error) ? false : ASK_AGAIN_MS),
    refetchOnReconnect: ({ state }) => (state.data ? false : 'always'),
  })
}

/** Whether the server has said that it will not tell: asking again helps nothing. */
function isAskedInVain(failure: unknown): boolean {
  return failure instanceof ApiRefusal && !isTransient(failure)
}
