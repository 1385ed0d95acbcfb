import { useSwitch } from '#web/lib/config.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { ApiRefusal, NetworkFailure } from '#web/lib/failures.ts'
import { useIsOnline } from '#web/lib/online.ts'
import { useSameLanguage } from '#web/lib/same-language.ts'
import { type Texts, useTexts } from '#web/lib/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { OffNotice } from '#web/ui/OffNotice.tsx'
import css from './IdentificationSteps.module.css'
import type { Step } from './step.ts'
import { useIdentification } from './use-identification.ts'

export interface IdentificationStepsProps {
  readonly step: Step
  /** The provider still waits for the person: its page can be gone back to. */
  readonly canContinue: boolean
  readonly isMain: boolean
  readonly onChange: () => void
}

/** The button of spec point 4 with what came of it under it; switched off by the operator, a notice in its place. */
export default function IdentificationSteps({ step, canContinue, isMain, onChange }: IdentificationStepsProps) {
  const t = useTexts()
  const isOn = useSwitch('kyc')
  const isOnline = useIsOnline()
  const { stage, howto, closeHowto, upgrade, refresh } = useIdentification(onChange)
  const failure = stage.kind === 'idle' ? stage.failure : undefined
  const message = useSameLanguage(failure === undefined ? undefined : messageOf(t, failure))
  if (!isOn || (failure instanceof ApiRefusal && failure.code === 'switched_off')) {
    return (
      <div className={css.steps}>
        <OffNotice feature="kyc">{t('off.elsewhere')}</OffNotice>
      </div>
    )
  }
  const asking = stage.kind === 'asking' ? stage.what : stage.kind === 'leaving' ? 'upgrade' : undefined
  const isRefresh = step === 'refresh'
  return (
    <div className={css.steps}>
      <p className={css.status} role="status">
        {stage.kind === 'leaving' ? t('kyc.redirect', { host: stage.host }) : isOnline ? undefined : t('offline.action')}
      </p>
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        size={isMain ? 'l' : 'm'}
        isLoading={asking === (isRefresh ? 'refresh' : 'upgrade')}
        disabled={!isOnline && asking === undefined}
        onClick={() => void (isRefresh ? refresh() : upgrade())}
      >
        {t(`kyc.${step}`)}
      </Button>
      {isRefresh && canContinue ? (
        <Button
          variant="text"
          size="m"
          isLoading={asking === 'upgrade'}
          disabled={!isOnline && asking === undefined}
          onClick={() => void upgrade()}
        >
          {t('kyc.continue')}
        </Button>
      ) : null}
      <FormError message={message} />
      <Modal isOpen={howto !== undefined} onClose={closeHowto} title={t('kyc.howto')}>
        <p className={css.howto}>{howto}</p>
      </Modal>
    </div>
  )
}

/** The server's own words where it has any; else what could not be done. */
function messageOf(t: Texts, failure: unknown): string {
  const isTold = failure instanceof ApiRefusal || failure instanceof NetworkFailure
  return isTold ? failureText(t, failure) : t('kyc.error')
}
