import { useOffUntil } from '#web/lib/config/off-until.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { useAlert } from '#web/ui/sheet/Alert.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

/** The way to the market: a link out of the wallet that names its host, or, without an address, a button whose alert says that it is off, and until when or what works. */
export default function Market({ url }: { readonly url: string | undefined }) {
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
    <Button
      variant="text"
      size="m"
      onClick={() => void alert({ message: t('qr.market_off'), details: details ?? t('qrpay.off_text') })}
    >
      {t('qr.market')}
    </Button>
  )
}
