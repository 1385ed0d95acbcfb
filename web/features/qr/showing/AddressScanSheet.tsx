import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useState } from 'react'
import { readTokenAddress, type TokenAddress } from '#codes/token-address'
import { useDecoder } from '#web/features/qr/reading/use-decoder.ts'
import type { ScanNatively } from '#web/features/qr/reading/use-native-scanner.ts'
import { usePicture } from '#web/features/qr/reading/use-picture.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import css from './AddressScanSheet.module.css'
import { PictureButton } from './PictureButton.tsx'
import { PictureStatus } from './PictureDrop.tsx'
import { Scanner } from './Scanner.tsx'

export interface AddressScanSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAddress: (found: TokenAddress) => void
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
  const [isOther, setOther] = useState(false)
  const readPicture = useDecoder()
  const picture = usePicture(readPicture)

  function take(contents: readonly string[]): void {
    const found = contents.map((text) => readTokenAddress(text.trim())).find((address) => address !== undefined)
    setOther(!found)
    // The picture has said what it can; what is left to say is ours.
    picture.remove()
    if (found) onAddress(found)
  }
  async function readFile(file: File): Promise<void> {
    setOther(false)
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
        {isOther ? (
          <>
            <CircleAlert size={20} aria-hidden />
            {t('scan.no_address')}
          </>
        ) : null}
      </p>
    </Stack>
  )
}
