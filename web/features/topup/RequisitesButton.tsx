import Landmark from 'lucide-react/icons/landmark'
import QrCode from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import type { Currency } from '#money/currency'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import { requisitesTitle } from './requisites-title.ts'

const RequisitesSheet = lazyComponent(() => import('./RequisitesSheet.tsx'))

export interface RequisitesButtonProps {
  readonly accountId: string
  readonly currency: Currency
}

/** Opens where an account is paid to from outside. */
export function RequisitesButton({ accountId, currency }: RequisitesButtonProps) {
  const t = useTranslate()
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const opened = { isOpen: state === 'open', onClose: () => setState('closed') }
  const title = requisitesTitle(currency)
  return (
    <>
      <Button
        variant="secondary"
        isWide
        icon={title === 'requisites.bank_title' ? <Landmark aria-hidden /> : <QrCode aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      >
        {t(title)}
      </Button>
      {state === 'unused' ? null : (
        <LazyBoundary {...opened}>
          <RequisitesSheet {...opened} accountId={accountId} currency={currency} />
        </LazyBoundary>
      )}
    </>
  )
}
