import type { Brand } from '#brands/brand'
import { PATHS } from '#web/lib/address/paths.ts'
import { useOffUntil } from '#web/lib/config/off-until.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import css from './QrBlock.module.css'

export interface QrBlockProps {
  readonly brand: Pick<Brand, 'qrBlock' | 'marketUrl'>
}

/**
 * The QR block of Home: scan and pay; the brand's market where it has one. While payment by QR and the market are off it is small: the
 * specification's words of the market, or the own code, by which money between people still comes.
 */
export function QrBlock({ brand }: QrBlockProps) {
  const t = useTranslate()
  const canPay = useFeatureFlag('qr_payment')
  const canReceive = useFeatureFlag('p2p')
  const isMarketOn = useFeatureFlag('market') && brand.marketUrl !== undefined
  const isMarket = brand.qrBlock === 'market' && (isMarketOn || !canPay)
  const isOn = canPay || (isMarket && isMarketOn)
  const lead = (
    <div className={css.lead}>
      {canPay ? <Way to={`${PATHS.Payment}?tab=scan`}>{t('qr.scan')}</Way> : null}
      {isMarket ? <Market url={isMarketOn ? brand.marketUrl : undefined} /> : null}
      {canPay || isMarket || !canReceive ? null : <Way to={PATHS.Payment}>{t('qrpay.tab_mine')}</Way>}
    </div>
  )
  const description = isOn || isMarket ? 'qr_payment.description' : canReceive ? 'qr.receive' : 'qrpay.off'
  return (
    <div className={css.block} data-off={!isOn}>
      <Card title={t('qr_payment.title')} action={isOn ? null : lead}>
        <p className={css.description}>{t(description)}</p>
        {isOn ? lead : null}
      </Card>
    </div>
  )
}

function Way({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <ButtonLink variant="text" size="m" to={to}>
      {children}
    </ButtonLink>
  )
}

/** A link out of the wallet that names its host; without an address, also while the market is switched off, an alert that says so. */
function Market({ url }: { readonly url: string | undefined }) {
  const t = useTranslate()
  const alert = useAlert()
  const details = useOffUntil('market')
  if (url !== undefined) {
    return (
      <ButtonLink variant="text" size="m" href={url} target="_blank" rel="noopener noreferrer">
        {t('qr.market_at', { host: new URL(url).host })}
        <VisuallyHidden> ({t('common.new_tab')})</VisuallyHidden>
      </ButtonLink>
    )
  }
  return (
    <Button variant="text" size="m" onClick={() => void alert({ message: t('qr.market_off'), details })}>
      {t('qr.market')}
    </Button>
  )
}
