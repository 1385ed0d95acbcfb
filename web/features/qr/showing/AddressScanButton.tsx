import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import { useState } from 'react'
import { toDecimal } from '#money/amount'
import type { Money } from '#money/money'
import { useNativeScanner } from '#web/features/qr/reading/use-native-scanner.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'

const AddressScanSheet = lazyComponent(async () => ({ default: (await import('./AddressScanSheet.tsx')).AddressScanSheet }))

export interface AddressScanButtonProps {
  /** The amount is a plain decimal, where the code has an exact one. */
  readonly onAddress: (address: string, amount: string | undefined) => void
}

/** Fills in an address for USDC from a code, with the amount that it asks for. The scanner is loaded when it is first wanted. */
export function AddressScanButton({ onAddress }: AddressScanButtonProps) {
  const t = useTranslate()
  const scanNatively = useNativeScanner()
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  function open(): void {
    setWanted(true)
    setOpen(true)
  }
  function filled(address: string, amount: Money | undefined): void {
    setOpen(false)
    onAddress(address, amount && toDecimal(amount))
  }
  return (
    <>
      <IconButton label={t('wd.scan')} icon={<ScanQrCode aria-hidden />} onClick={open} />
      {isWanted ? (
        <LazyBoundary isOpen={isOpen} onClose={() => setOpen(false)}>
          <AddressScanSheet isOpen={isOpen} onClose={() => setOpen(false)} onAddress={filled} scanNatively={scanNatively} />
        </LazyBoundary>
      ) : null}
    </>
  )
}
