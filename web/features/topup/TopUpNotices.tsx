import { IDENTIFICATION_PATH, PATHS } from '#web/lib/paths.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { OffNotice } from '#web/ui/state/OffNotice.tsx'

/** Top-up switched off by the operator (spec point 8), with what still works. */
export function TopUpOff() {
  const t = useTexts()
  return (
    <OffNotice
      feature="topup"
      title={t('topup.off')}
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

/** This user may not top up yet (spec point 6), with the way to be allowed. */
export function TopUpNotAllowed() {
  const t = useTexts()
  return (
    <Notice
      tone="warning"
      title={t('payment.topup.not_avaliable')}
      action={
        <ButtonLink variant="secondary" size="m" to={IDENTIFICATION_PATH}>
          {t('alert.verify')}
        </ButtonLink>
      }
    />
  )
}
