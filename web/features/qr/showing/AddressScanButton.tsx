import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import { useState } from 'react'
import { useNativeScanner } from '#web/features/qr/reading/use-native-scanner.ts'
import { lazyPart } from '#web/lib/page/lazy.tsx'
import { useTexts } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { OnDemand } from '#web/ui/state/OnDemand.tsx'

const AddressScanSheet = lazyPart(async () => ({ default: (await import('./AddressScanSheet.tsx')).AddressScanSheet }))

export interface AddressScanButtonProps {
  readonly onAddress: (address: string) => void
}

/** Fills in an address for USDC from a code. The scanner is loaded when it is first wanted. */
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
        <OnDemand isOpen={isOpen} onClose={() => setOpen(false)}>
          <AddressScanSheet isOpen={isOpen} onClose={() => setOpen(false)} onAddress={filled} scanNatively={scanNatively} />
        </OnDemand>
      ) : null}
    </>
  )
}
