import { IDENTIFICATION_PATH, PATHS } from '#web/lib/paths.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { OffNotice } from '#web/ui/state/OffNotice.tsx'

/** Withdrawal switched off by the operator, with what still works. */
export function WithdrawalOff() {
  const t = useTexts()
  return (
    <OffNotice
      feature="withdrawal"
      action={
        <ButtonLink variant="secondary" size="m" to={PATHS.Home}>
          {t('finish.home')}
        </ButtonLink>
      }
    >
      {t('off.elsewhere')}
    </OffNotice>
  )
}

/** This user may not withdraw yet (spec point 6), with the way to be allowed. */
export function WithdrawalNotAllowed() {
  const t = useTexts()
  return (
    <Notice
      tone="warning"
      title={t('payment.withdrawal.not_avaliable')}
      action={
        <ButtonLink variant="secondary" size="m" to={IDENTIFICATION_PATH}>
          {t('alert.verify')}
        </ButtonLink>
      }
    />
  )
}
