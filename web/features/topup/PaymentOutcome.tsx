import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { operationNumber } from '#contract/operation-number'
import { parseDecimal } from '#money/amount'
import { isCurrency } from '#money/currency'
import { operationPath } from '#web/lib/address/operation-path.ts'
import { PATHS } from '#web/lib/address/paths.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import type { ApiRefusal } from '#web/lib/api/failures.ts'
import { useInvalidateQueries } from '#web/lib/api/invalidate-queries.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useLeaveGuard } from '#web/lib/page/leave-guard.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AmountReview } from '#web/ui/amount/AmountReview.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { SupportContacts } from '#web/ui/SupportContacts.tsx'
import type { OperationSlot } from '#web/ui/state/MoneyMoved.tsx'
import { Result } from '#web/ui/state/Result.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { isOrderUnknown, type Order, orderQuery } from './queries.ts'

const LONG_WAIT_MS = 60_000

export interface PaymentOutcomeProps {
  readonly order: string
  readonly currencyCode: string | undefined
  readonly operation: OperationSlot
}

/** The return from the payment page: waiting, then success or failed; the title of the document is the stage. */
export function PaymentOutcome({ order, currencyCode, operation }: PaymentOutcomeProps) {
  const { data, error, isFetching, refetch } = useQuery(orderQuery(order, currencyCode))
  const invalidateQueries = useInvalidateQueries()
  const hasCome = data?.status === 'complete'
  useEffect(() => {
    if (hasCome) invalidateQueries()
  }, [hasCome, invalidateQueries])
  if (data === undefined && isOrderUnknown(error)) return <OrderUnknown failure={error} />
  if (data?.status === 'complete') return <Success order={data} operation={operation} />
  if (data?.is_cancelled) return <Cancelled order={data} />
  if (data?.status === 'failed') return <Failed order={data} />
  return <Waiting order={data} failure={error} isChecking={isFetching} onCheck={() => void refetch()} />
}

interface WaitingProps {
  /** Undefined until it has been asked. */
  readonly order: Order | undefined
  /** Why it could not be asked the last time. */
  readonly failure: unknown
  readonly isChecking: boolean
  readonly onCheck: () => void
}

/** Whoever does not want to wait goes Home: money that comes is told there. */
function Waiting({ order, failure, isChecking, onCheck }: WaitingProps) {
  const t = useTranslate()
  const isOnline = useIsOnline()
  const [isLong, setLong] = useState(false)
  useLeaveGuard(true, 'unfinished')
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stage title={t('finish.wait')}>
      <Result
        kind="waiting"
        text={
          <>
            {order ? <OrderSum order={order} /> : failure ? null : <Skeleton width="12rem" height="4.5rem" />}
            <p>{t('finish.wait_text')}</p>
            {isOnline ? null : <p>{t('finish.offline')}</p>}
            {isOnline && failure ? <p role="alert">{failureText(t, failure)}</p> : null}
            <p>{t(isLong ? 'finish.long' : 'finish.leave')}</p>
          </>
        }
        actions={
          <>
            {isLong || failure ? (
              <Button isWide isLoading={isChecking} disabled={!isOnline} onClick={onCheck}>
                {t('finish.check')}
              </Button>
            ) : null}
            <ButtonLink variant="secondary" isWide to={PATHS.Home}>
              {t('finish.home')}
            </ButtonLink>
          </>
        }
      >
        {order ? <OrderNumber order={order} /> : null}
      </Result>
    </Stage>
  )
}

function Success({ order, operation }: { readonly order: Order; readonly operation: OperationSlot }) {
  const t = useTranslate()
  return (
    <Stage title={t('finish.success')}>
      <Result
        kind="success"
        text={<OrderSum order={order} />}
        actions={
          <>
            <ButtonLink isWide to={PATHS.Home}>
              {t('common.done')}
            </ButtonLink>
            <ButtonLink variant="secondary" isWide to={operationPath(order.order)}>
              {t('receipt.title')}
            </ButtonLink>
            {operation(order.order, 'again')}
          </>
        }
      >
        {operation(order.order, 'balance')}
        <OrderNumber order={order} />
      </Result>
    </Stage>
  )
}

/** The user has cancelled the order. Whoever paid it all the same is told that the money comes, and sees it come. */
function Cancelled({ order }: { readonly order: Order }) {
  const t = useTranslate()
  return (
    <Stage title={t('finish.cancelled')}>
      <Result
        kind="none"
        text={
          <>
            <OrderSum order={order} />
            <p>{t('topup.cancel_text')}</p>
          </>
        }
        actions={
          <ButtonLink isWide to={PATHS.Home}>
            {t('finish.home')}
          </ButtonLink>
        }
      >
        <OrderNumber order={order} />
      </Result>
    </Stage>
  )
}

function Failed({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const again = new URLSearchParams({ currencyCode: order.currency_code, amount: order.amount })
  return (
    <Stage title={t('finish.failed')}>
      <Result
        kind="failed"
        text={
          <>
            <OrderSum order={order} />
            {/* The usual words of the server are the title's own. */}
            <p>{order.message === t('answer.topup_failed') ? t('finish.failed_text') : order.message}</p>
          </>
        }
        actions={
          <>
            <ButtonLink isWide to={`${PATHS.WalletTopUp}?${again}`}>
              {t('pay.retry')}
            </ButtonLink>
            <ButtonLink variant="text" isWide to={PATHS.Home}>
              {t('finish.home')}
            </ButtonLink>
          </>
        }
      >
        <OrderNumber order={order} />
        <SupportContacts operationId={order.order} />
      </Result>
    </Stage>
  )
}

function OrderUnknown({ failure }: { readonly failure: ApiRefusal }) {
  const t = useTranslate()
  return <NothingToCheck text={failureText(t, failure)} />
}

/** The screen was opened without an order, or with one that is not the user's. */
export function NothingToCheck({ text }: { readonly text?: string }) {
  const t = useTranslate()
  return (
    <Stage title={t('finish.none')}>
      <Result
        kind="none"
        text={text ?? t('finish.none_text')}
        actions={
          <>
            <ButtonLink isWide to={PATHS.Home}>
              {t('finish.home')}
            </ButtonLink>
            <ButtonLink variant="text" isWide to={PATHS.History}>
              {t('nav.history')}
            </ButtonLink>
          </>
        }
      />
    </Stage>
  )
}

/** A stage has the heading and the document's title of its own; the heading takes the focus, so the change is read. */
function Stage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <Card>{children}</Card>
    </>
  )
}

/** The amount of an order and the account that it goes to; nothing where the server does not know them. */
function OrderSum({ order: { amount, currency_code: code } }: { readonly order: Order }) {
  const t = useTranslate()
  if (amount === '') return null
  return isCurrency(code) ? (
    <AmountReview of={parseDecimal(amount, code)}>
      <p>{t('finish.account', { code })}</p>
    </AmountReview>
  ) : (
    <p>{`${amount} ${code}`}</p>
  )
}

function OrderNumber({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const number = operationNumber(order.order)
  return (
    <DescriptionList
      rows={[{ label: t('receipt.id'), value: number, end: <CopyButton value={number} what={t('receipt.id')} /> }]}
    />
  )
}
