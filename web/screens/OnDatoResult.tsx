import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { IdentificationSteps } from '#web/features/identity/IdentificationSteps.tsx'
import { identificationQuery } from '#web/features/identity/queries.ts'
import { IDENTIFICATION_PATH, PATHS } from '#web/lib/address/paths.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ScreenTitle } from '#web/ui/page/ScreenTitle.tsx'
import { Result, type ResultKind } from '#web/ui/state/Result.tsx'
import css from './Screen.module.css'

/**
 * The return from the identity provider's page: in progress, until the server says that it has ended. Coming here proves
 * nothing, so while nothing is known the words are those of the specification.
 */
export default function OnDatoResult() {
  const queryClient = useQueryClient()
  const { data: known, dataUpdatedAt } = useQuery(identificationQuery)
  const isLeft = useIsLeft(known?.status, dataUpdatedAt)
  const status = known?.status
  useEffect(() => {
    // Level, flags and notices come with the end.
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== identificationQuery.queryKey[0]
    if (status === 'complete' || status === 'aborted') void queryClient.invalidateQueries({ predicate: isOther })
  }, [status, queryClient])
  if (known === null) return <NotBegun />
  if (status === 'complete') return <Complete />
  if (status === 'aborted') return <Aborted reason={known?.reason} />
  return isLeft ? <Unfinished /> : <InProgress />
}

/** Whether the provider still waits for its person: told twice, as it may take a moment to hear of what has just been done there. */
function useIsLeft(status: string | undefined, updatedAt: number): boolean {
  const [firstAt, setFirstAt] = useState<number>()
  const isPending = status === 'pending'
  if (isPending && firstAt === undefined) setFirstAt(updatedAt)
  if (!isPending && firstAt !== undefined) setFirstAt(undefined)
  return isPending && firstAt !== undefined && updatedAt > firstAt
}

/** The person has come back before they were done. */
function Unfinished() {
  const t = useTranslate()
  return (
    <Stage kind="pending" title={t('ondato.unfinished')} actions={<Check step="continue" />}>
      <p>{t('ondato.unfinished_text')}</p>
    </Stage>
  )
}

function InProgress() {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (
    <Stage
      kind="pending"
      title={t('ondato.title')}
      actions={
        <>
          <ButtonLink to={PATHS.Home}>{t('finish.home')}</ButtonLink>
          <ButtonLink variant="text" to={IDENTIFICATION_PATH}>
            {t('ondato.check')}
          </ButtonLink>
        </>
      }
    >
      <p>{t('ondato.text1')}</p>
      <p>{t('ondato.text2')}</p>
      {isOnline ? null : <p>{t('finish.offline')}</p>}
    </Stage>
  )
}

function Complete() {
  const t = useTranslate()
  return (
    <Stage kind="success" title={t('ondato.complete')} actions={<ButtonLink to={PATHS.Home}>{t('finish.home')}</ButtonLink>}>
      <p>{t('ondato.complete_text')}</p>
    </Stage>
  )
}

function Aborted({ reason }: { readonly reason: string | null | undefined }) {
  const t = useTranslate()
  return (
    <Stage kind="failed" title={t('ondato.aborted')} actions={<Check step="retry" />}>
      {reason ? <p>{reason}</p> : null}
      <p>{t('ondato.aborted_text')}</p>
    </Stage>
  )
}

/** The screen was opened by its address. A user at the highest level gets no button. */
function NotBegun() {
  const t = useTranslate()
  const canRise = useProfile()?.identification_level.ask_for_next ?? true
  return (
    <Stage kind="none" title={t('ondato.none')} actions={<Check step={canRise ? 'upgrade' : undefined} />}>
      {canRise ? <p>{t('kyc.text.none', { takes: t('kyc.takes') })}</p> : null}
    </Stage>
  )
}

/** The button that starts or continues the check right here, and the way home. */
function Check({ step }: { readonly step: 'upgrade' | 'continue' | 'retry' | undefined }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const refresh = () => {
    void queryClient.invalidateQueries(profileQuery)
    void queryClient.invalidateQueries(identificationQuery)
  }
  return (
    <>
      {step ? (
        <div className={css.whole}>
          <IdentificationSteps step={step} isMain onChange={refresh} />
        </div>
      ) : null}
      <ButtonLink variant={step ? 'text' : 'primary'} to={PATHS.Home}>
        {t('finish.home')}
      </ButtonLink>
    </>
  )
}

interface StageProps {
  readonly kind: ResultKind
  readonly title: string
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A stage has a heading and a document's title of its own; the heading takes the focus, so that the change is read. */
function Stage({ kind, title, actions, children }: StageProps) {
  return (
    <div className={css.screen}>
      <ScreenTitle>{title}</ScreenTitle>
      <Card>
        <Result kind={kind} text={children} actions={actions} />
      </Card>
    </div>
  )
}
