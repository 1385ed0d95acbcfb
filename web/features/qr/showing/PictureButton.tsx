import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, useRef } from 'react'
import { ACCEPTED_TYPES } from '#web/features/qr/reading/picture-file.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'

export interface PictureButtonProps {
  readonly onFile: (file: File) => void
  readonly size?: 'l' | 'm'
}

/** Chooses a picture on the device. */
export function PictureButton({ onFile, size = 'm' }: PictureButtonProps) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  function chosen({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const file = currentTarget.files?.[0]
    // Emptied, so that the same file can be chosen again.
    currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <>
      <Button variant="secondary" size={size} icon={<ImageUp aria-hidden />} onClick={() => input.current?.click()}>
        {t('qrpay.choose')}
      </Button>
      <input ref={input} type="file" accept={ACCEPTED_TYPES} hidden onChange={chosen} />
    </>
  )
}
