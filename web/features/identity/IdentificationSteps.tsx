import { failureText } from '#web/lib/api/failure-text.ts'
import { ApiRefusal, NetworkError } from '#web/lib/api/failures.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { useUntilLanguageChange } from '#web/lib/texts/until-language-change.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { SupportContacts } from '#web/ui/SupportContacts.tsx'
import { LazyModal } from '#web/ui/sheet/LazyModal.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'
import css from './IdentificationSteps.module.css'
import type { Step } from './step.ts'
import { type Stage, useIdentification } from './use-identification.ts'

export interface IdentificationStepsProps {
  /** `continue` resumes an open verification on a screen that refreshes the status itself. */
  readonly step: Step | 'continue'
  /** The provider still waits for the user: to go on is the thing to do. */
  readonly canContinue?: boolean
  readonly isMain: boolean
  readonly onChange: () => void
}

/** The card's button with what came of it under it; switched off by the operator, a notice in its place. */
export function IdentificationSteps({ step, canContinue = false, isMain, onChange }: IdentificationStepsProps) {
  const t = useTranslate()
  const isOn = useFeatureFlag('kyc')
  const isOnline = useIsOnline()
  const { stage, howto, closeHowto, upgrade, refresh } = useIdentification(onChange)
  const look = isMain ? 'primary' : 'secondary'
  const failure = stage.kind === 'idle' ? stage.failure : undefined
  const message = useUntilLanguageChange(failure === undefined ? undefined : messageOf(t, failure))
  if (!isOn || (failure instanceof ApiRefusal && failure.code === 'switched_off')) {
    return (
      <div className={css.steps}>
        <FeatureOffNotice feature="kyc">{t('off.elsewhere')}</FeatureOffNotice>
      </div>
    )
  }
  return (
    <>
      <div className={css.steps}>
        <p className={css.status} role="status">
          {stage.kind === 'leaving' ? t('kyc.redirect', { host: stage.host }) : isOnline ? undefined : t('offline.action')}
        </p>
        {step === 'refresh' && canContinue ? (
          <StepButton words={t('kyc.continue')} look={look} isAsked={askedOf(stage) === 'upgrade'} onPress={upgrade} />
        ) : null}
        <StepButton
          words={t(`kyc.${step}`)}
          look={step === 'refresh' && canContinue ? 'text' : look}
          isAsked={askedOf(stage) === (step === 'refresh' ? 'refresh' : 'upgrade')}
          onPress={step === 'refresh' ? refresh : upgrade}
        />
        <FormError message={message} />
      </div>
      <LazyModal isOpen={howto.isOpen} onClose={closeHowto} title={t('kyc.howto')}>
        <div className={css.howto}>
          <p>{howto.text}</p>
          <SupportContacts />
        </div>
      </LazyModal>
    </>
  )
}

interface StepButtonProps {
  readonly words: string
  readonly look: 'primary' | 'secondary' | 'text'
  /** It was pressed, and the response is pending. */
  readonly isAsked: boolean
  readonly onPress: () => Promise<void>
}

function StepButton({ words, look, isAsked, onPress }: StepButtonProps) {
  const isOnline = useIsOnline()
  return (
    <Button
      variant={look}
      size={look === 'primary' ? 'l' : 'm'}
      isWide
      isLoading={isAsked}
      disabled={!(isOnline || isAsked)}
      onClick={() => void onPress()}
    >
      {words}
    </Button>
  )
}

function askedOf(stage: Stage): 'upgrade' | 'refresh' | undefined {
  if (stage.kind === 'leaving') return 'upgrade'
  return stage.kind === 'asking' ? stage.what : undefined
}

/** The server's own message if there is one; else what failed. */
function messageOf(t: Translate, failure: unknown): string {
  const isTold = failure instanceof ApiRefusal || failure instanceof NetworkError
  return isTold ? failureText(t, failure) : t('kyc.error')
}
