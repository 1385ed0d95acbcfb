import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import { type ReactNode, useEffect, useState } from 'react'
import { levelTitle } from '#texts/level-name'
import { useLedTo } from '#web/lib/address/led-to.ts'
import { IDENTIFICATION_ID, LIMITS_PATH } from '#web/lib/address/paths.ts'
import { useHistoryEntry } from '#web/lib/address/router.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { InlineAction } from '#web/ui/InlineAction.tsx'
import type { ModalProps } from '#web/ui/sheet/Modal.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './IdentificationCard.module.css'
import { IdentificationSteps } from './IdentificationSteps.tsx'
import { type Progress, progressOf, stepOf } from './step.ts'
import { useRefreshedToast } from './use-identification.ts'

/** What the card shows (a part of the user info). */
export interface KnownIdentification {
  readonly levelName: string
  readonly asksForNext: boolean
  readonly active: { readonly status: string; readonly reason: string | null } | null
}

export interface IdentificationCardProps {
  /** Nothing while it is loading. */
  readonly known: KnownIdentification | undefined
  /** Its button is the one of the screen. */
  readonly isMain: boolean
  /** What is known may be old. */
  readonly onChange: () => void
  /** Draws the sheet of levels with the button that raises the user's level. */
  readonly levels: (opened: Pick<ModalProps, 'isOpen' | 'onClose'>, raise: ReactNode) => ReactNode
}

/**
 * How far the person is identified: the level, what levels give, where an identification stands, what to do. After a
 * complete identification the sheet has the button to the next level, and opens by itself for a user who was sent here for it.
 */
export function IdentificationCard({ known, isMain, onChange, levels }: IdentificationCardProps) {
  const t = useTranslate()
  const [help, setHelp] = useState<'unused' | 'open' | 'closed'>('unused')
  const opened = { isOpen: help === 'open', onClose: () => setHelp('closed') }
  const place = useLedTo(IDENTIFICATION_ID, known !== undefined)
  const { hash } = useHistoryEntry()
  useRefreshedToast()
  const status = known?.active?.status
  const step = known && stepOf({ asksForNext: known.asksForNext, status })
  const progress = progressOf(status)
  const reason = known?.active?.reason
  const isNextWithLevels = status === 'complete' && known?.asksForNext === true
  const levelStep = isNextWithLevels ? 'next' : step
  useEffect(() => {
    // Whoever comes for the next level finds the way to it open.
    if (isNextWithLevels && hash === `#${IDENTIFICATION_ID}`) setHelp('open')
  }, [isNextWithLevels, hash])
  return (
    <div ref={place} id={IDENTIFICATION_ID} className={css.place} tabIndex={-1}>
      <Card
        title={t('kyc.section')}
        isBusy={!known}
        action={
          // Not while it is loading: should that fail the card goes, and would take the open help along.
          known ? (
            <span className={css.info}>
              <IconButton label={t('kyc.help_open')} icon={<Info size={20} aria-hidden />} onClick={() => setHelp('open')} />
            </span>
          ) : null
        }
      >
        {known ? (
          <p className={css.level}>
            {progress === 'complete' ? <BadgeCheck className={css.badge} size={20} aria-hidden /> : null}
            {known.levelName ? levelTitle(t, known.levelName) : t('kyc.none')}
          </p>
        ) : (
          <>
            <Skeleton width="140px" height="24px" />
            <div className={css.steps}>
              <Skeleton shape="block" height={isMain ? '52px' : '44px'} />
            </div>
          </>
        )}
        {progress === 'none' ? null : <StatusChip status={status} progress={progress} />}
        {progress === 'none' && !step ? null : (
          <p className={css.reason}>
            {reason ?? t(`kyc.text.${progress}`, { takes: t('kyc.takes') })}
            {progress === 'complete' ? (
              <>
                {' '}
                <InlineAction to={LIMITS_PATH}>{t('kyc.allowed')}</InlineAction>
              </>
            ) : null}
          </p>
        )}
        {step ? (
          <div className={css.steps}>
            <IdentificationSteps step={step} canContinue={status === 'pending'} isMain={isMain} onChange={onChange} />
          </div>
        ) : null}
        {help === 'unused' ? null : (
          <LazyBoundary {...opened}>
            {levels(
              opened,
              levelStep ? (
                <IdentificationSteps step={levelStep} canContinue={status === 'pending'} isMain onChange={onChange} />
              ) : undefined,
            )}
          </LazyBoundary>
        )}
      </Card>
    </div>
  )
}

interface StatusChipProps {
  readonly status: string | undefined
  readonly progress: Exclude<Progress, 'none'>
}

/** The status of an identification. A status without a text of ours is read out as the provider calls it. */
function StatusChip({ status, progress }: StatusChipProps) {
  const t = useTranslate()
  const Icon = progress === 'complete' ? BadgeCheck : progress === 'aborted' ? CircleX : Clock
  return (
    <p className={css.chip} data-tone={progress} aria-description={progress === 'other' ? status : undefined}>
      <Icon size={16} aria-hidden />
      {t(`kyc.status.${progress}`)}
    </p>
  )
}
