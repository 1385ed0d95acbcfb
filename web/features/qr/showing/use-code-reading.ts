import { useState } from 'react'
import { type Code, recogniseCode } from '#web/features/qr/meaning/code.ts'
import { repaired } from '#web/features/qr/reading/contents.ts'
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
  /** The texts of the codes that a camera has read. */
  readonly take: (contents: readonly string[]) => void
  /** Several codes were seen together: which of them is meant is for the person to say. */
  readonly choice: readonly Code[] | undefined
  readonly choose: (code: Code | undefined) => void
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
  const [choice, setChoice] = useState<readonly Code[]>()
  const readPicture = useDecoder()
  const picture = usePicture(readPicture)

  function show(): void {
    setReads((before) => before + 1)
    setShown(true)
  }
  function take(contents: readonly string[]): void {
    const codes = contents.map((text) => recogniseCode(repaired(text), window.location.origin))
    const [only] = codes
    if (codes.length === 1 && only) choose(only)
    else setChoice(codes)
  }
  function choose(read: Code | undefined): void {
    setChoice(undefined)
    if (!read) return
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
    choice,
    choose,
    readPicture,
  }
}
