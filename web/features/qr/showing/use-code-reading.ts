import { useState } from 'react'
import { type Code, recogniseCode } from '#web/features/qr/meaning/code.ts'
import type { PictureFault } from '#web/features/qr/reading/picture-file.ts'
import { type ReadPicture, useDecoder } from '#web/features/qr/reading/use-decoder.ts'
import { type PictureState, usePicture } from '#web/features/qr/reading/use-picture.ts'
import type { PayLink } from '#web/lib/address/pay-link.ts'

export interface CodeReading {
  /** The last code that was read, whether its sheet is open or not. */
  readonly code: Code | undefined
  readonly isShown: boolean
  /** Counts how often a code was shown. */
  readonly reads: number
  readonly show: () => void
  readonly hide: () => void
  readonly picture: PictureState
  readonly readFile: (file: File) => void
  readonly refusePicture: (fault: PictureFault) => void
  readonly removePicture: () => void
  /** The text of a code that a camera has read. */
  readonly take: (contents: string) => void
  readonly readPicture: ReadPicture
}

/**
 * The code of the Payment screen, from a file or from the camera. Reading happens on this device; nothing is sent anywhere. A code of this
 * wallet goes to `onPayLink`, where there is one: it leads on, and there is nothing to show of it.
 */
export function useCodeReading(onPayLink: ((link: PayLink) => void) | undefined): CodeReading {
  const [code, setCode] = useState<Code>()
  const [isShown, setShown] = useState(false)
  const [reads, setReads] = useState(0)
  const readPicture = useDecoder()
  const picture = usePicture(readPicture)

  function show(): void {
    setReads((before) => before + 1)
    setShown(true)
  }
  function take(contents: string): void {
    const read = recogniseCode(contents, window.location.origin)
    if (onPayLink && read.meaning.kind === 'wallet') {
      onPayLink(read.meaning.link)
      return
    }
    setCode(read)
    show()
  }
  async function readFile(file: File): Promise<void> {
    const contents = await picture.read(file)
    if (contents !== undefined) take(contents)
  }
  return {
    code,
    isShown,
    reads,
    show,
    hide: () => setShown(false),
    picture: picture.state,
    readFile: (file) => void readFile(file),
    refusePicture: picture.refuse,
    removePicture() {
      picture.remove()
      setCode(undefined)
    },
    take,
    readPicture,
  }
}
