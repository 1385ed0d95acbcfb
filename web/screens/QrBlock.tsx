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

/** The QR block of Home: leads to the market or to payment by QR, as the brand has it. Small while that is switched off. */
export function QrBlock({ brand }: QrBlockProps) {
  const t = useTranslate()
  const isMarket = brand.qrBlock === 'market'
  const isOn = useFeatureFlag(isMarket ? 'market' : 'qr_payment') && !(isMarket && brand.marketUrl === undefined)
  const lead = (
    <div className={css.lead}>
      {isMarket ? (
        <Market url={isOn ? brand.marketUrl : undefined} />
      ) : (
        <ButtonLink variant="text" size="m" to={PATHS.Payment}>
          {t('qr.open')}
        </ButtonLink>
      )}
    </div>
  )
  return (
    <div className={css.block} data-off={!isOn}>
      <Card title={t('qr_payment.title')} action={isOn ? null : lead}>
        <p className={css.description}>{t('qr_payment.description')}</p>
        {isOn ? lead : null}
      </Card>
    </div>
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
