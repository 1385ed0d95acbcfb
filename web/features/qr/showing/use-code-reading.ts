import { useState } from 'react'
import { type Code, recogniseCode } from '#web/features/qr/meaning/code.ts'
import { readWalletLink } from '#web/features/qr/meaning/wallet-link.ts'
import type { PictureFault } from '#web/features/qr/reading/picture-file.ts'
import { type ReadPicture, useDecoder } from '#web/features/qr/reading/use-decoder.ts'
import { type PictureState, usePicture } from '#web/features/qr/reading/use-picture.ts'
import { type HistoryEntry, useHistoryEntry } from '#web/lib/address/router.tsx'

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
 * The code of the Payment screen: from a file, from the camera, or from the address of the page when somebody has followed a link to a
 * wallet's account. Reading happens on this device; nothing is sent anywhere.
 */
export function useCodeReading(): CodeReading {
  const { origin, href } = window.location
  // Read, so that a link followed inside the page counts as well.
  const entry = useHistoryEntry()
  const [asked, setAsked] = useState<HistoryEntry>()
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
    setCode(recogniseCode(contents, origin))
    show()
  }
  async function readFile(file: File): Promise<void> {
    const contents = await picture.read(file)
    if (contents !== undefined) take(contents)
  }
  if (asked !== entry) {
    setAsked(entry)
    if (readWalletLink(href, origin)) take(href)
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
