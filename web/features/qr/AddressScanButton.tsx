import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useNativeScanner } from './use-native-scanner.ts'

const AddressScanSheet = lazy(async () => ({ default: (await import('./AddressScanSheet.tsx')).AddressScanSheet }))

export interface AddressScanButtonProps {
  readonly onAddress: (address: string) => void
}

/** Fills in an address for USDC from a code (ux.md 3.2, Withdrawal). The scanner is loaded when it is first wanted. */
export function AddressScanButton({ onAddress }: AddressScanButtonProps) {
  const t = useTexts()
  const scanNatively = useNativeScanner()
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  function open(): void {
    setWanted(true)
    setOpen(true)
  }
  function filled(address: string): void {
    setOpen(false)
    onAddress(address)
  }
  return (
    <>
      <IconButton label={t('wd.scan')} icon={<ScanQrCode aria-hidden />} onClick={open} />
      {isWanted ? (
        <Suspense>
          <AddressScanSheet isOpen={isOpen} onClose={() => setOpen(false)} onAddress={filled} scanNatively={scanNatively} />
        </Suspense>
      ) : null}
    </>
  )
}
