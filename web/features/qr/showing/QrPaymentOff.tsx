import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FeatureOffNotice } from '#web/ui/state/FeatureOffNotice.tsx'

/** Payment by QR switched off by the operator: what still works, and the way to it. `isOnlyWay`: the screen offers nothing else. */
export function QrPaymentOff({ isOnlyWay = false }: { readonly isOnlyWay?: boolean }) {
  const t = useTranslate()
  return (
    <FeatureOffNotice
      feature="qr_payment"
      title={t('qrpay.off')}
      action={
        <ButtonLink variant={isOnlyWay ? 'primary' : 'secondary'} size={isOnlyWay ? 'l' : 'm'} to={PATHS.WalletTopUp}>
          {t('payment.topup_btn')}
        </ButtonLink>
      }
    >
      {t('qrpay.off_text')}
    </FeatureOffNotice>
  )
}
