import { PATHS } from '#web/lib/paths.ts'
import { useTexts } from '#web/lib/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { OffNotice } from '#web/ui/OffNotice.tsx'
import { ScreenHeader } from '#web/ui/ScreenHeader.tsx'
import css from './Screen.module.css'

/** Payment by QR (spec point 2), which is switched off: it says so, what works, and the way to the nearest of it. */
export default function Payment() {
  const t = useTexts()
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('nav.payment')} />
      <OffNotice
        feature="qr_payment"
        title={t('qrpay.off')}
        action={<ButtonLink to={PATHS.WalletTopUp}>{t('payment.topup_btn')}</ButtonLink>}
      >
        {t('qrpay.off_text')}
      </OffNotice>
    </div>
  )
}
