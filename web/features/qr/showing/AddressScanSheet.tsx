import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useState } from 'react'
import { type AddressFault, readAddressToFill } from '#codes/token-address'
import type { Money } from '#money/money'
import { useDecoder } from '#web/features/qr/reading/use-decoder.ts'
import type { ScanNatively } from '#web/features/qr/reading/use-native-scanner.ts'
import { usePicture } from '#web/features/qr/reading/use-picture.ts'
import { addressFaultText } from '#web/lib/texts/address-fault.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import css from './AddressScanSheet.module.css'
import { PictureButton } from './PictureButton.tsx'
import { PictureStatus } from './PictureDrop.tsx'
import { Scanner } from './Scanner.tsx'

export interface AddressScanSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The amount is what the code asks for, if it does. */
  readonly onAddress: (address: string, amount: Money | undefined) => void
  readonly scanNatively?: ScanNatively | undefined
}

/** The scanner in a sheet, until it has read an address that USDC can be sent to. */
export function AddressScanSheet({ isOpen, onClose, onAddress, scanNatively }: AddressScanSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('wd.scan')}>
      <AddressScan onAddress={onAddress} scanNatively={scanNatively} />
    </Modal>
  )
}

function AddressScan({ onAddress, scanNatively }: Omit<AddressScanSheetProps, 'isOpen' | 'onClose'>) {
  const t = useTranslate()
  const [fault, setFault] = useState<AddressFault>()
  const readPicture = useDecoder()
  const picture = usePicture(readPicture)

  function take([first = '', ...others]: readonly string[]): void {
    const read = readAddressToFill(first)
    const found = [read, ...others.map(readAddressToFill)].find(({ ok }) => ok) ?? read
    setFault(found.ok ? undefined : found.fault)
    // The picture has said what it can; what is left to say is ours.
    picture.remove()
    if (found.ok) onAddress(found.address, found.money)
  }
  async function readFile(file: File): Promise<void> {
    setFault(undefined)
    const contents = await picture.read(file)
    if (contents !== undefined) take(contents)
  }
  return (
    <Stack gap="fields">
      <Scanner
        isMain
        readPicture={readPicture}
        onRead={take}
        scanNatively={scanNatively}
        fileButton={<PictureButton onFile={(file) => void readFile(file)} />}
      />
      <PictureStatus picture={picture.state} />
      <p className={css.other} role="alert">
        {fault ? (
          <>
            <CircleAlert size={20} aria-hidden />
            <span>{faultText(t, fault)}</span>
          </>
        ) : null}
      </p>
    </Stack>
  )
}

/** What is no address at all is called so; an address has its own fault. */
function faultText(t: Translate, fault: AddressFault): string {
  if (fault.why === 'short' || fault.why === 'wrong') return t('scan.no_address')
  const { key, parameters } = addressFaultText(fault)
  return t(key, parameters)
}
