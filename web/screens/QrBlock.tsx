import { Suspense } from 'react'
import type { Brand } from '#brands/brand'
import { PATHS } from '#web/lib/address/paths.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MoneyLink } from '#web/ui/MoneyLink.tsx'
import css from './QrBlock.module.css'

// Few wallets have a market.
const Market = lazyComponent(() => import('./Market.tsx'))

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
  // Paying needs a network, the user's own code does not.
  const Way = canPay ? MoneyLink : ButtonLink
  const description = canPay || isMarket ? 'qr_payment.description' : canReceive ? 'qr.receive' : 'qrpay.off'
  return (
    <div className={css.block} data-off={!(canPay || (isMarket && isMarketOn))}>
      <Card title={t('qr_payment.title')}>
        <p className={css.description}>{t(description)}</p>
        <div className={css.lead}>
          {canPay || (canReceive && !isMarket) ? (
            <Way variant="text" size="m" to={canPay ? `${PATHS.Payment}?tab=scan` : PATHS.Payment}>
              {t(canPay ? 'qr.scan' : 'qrpay.tab_mine')}
            </Way>
          ) : null}
          {isMarket ? (
            <Suspense>
              <Market url={isMarketOn ? brand.marketUrl : undefined} />
            </Suspense>
          ) : null}
        </div>
      </Card>
    </div>
  )
}
