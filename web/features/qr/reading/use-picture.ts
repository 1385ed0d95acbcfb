import { useEffect, useRef, useState } from 'react'
import { DecodingError } from './decoder.ts'
import { asPicture, findFileFault, type PictureFault } from './picture-file.ts'
import type { ReadPicture } from './use-decoder.ts'

/** A picture that a person gave, and what came of it. `address` shows it on this page; there is none for what was refused unseen. */
export type PictureState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly address: string }
  | { readonly kind: 'read'; readonly address: string }
  | { readonly kind: 'refused'; readonly fault: PictureFault; readonly address: string | undefined }

export interface PictureReading {
  readonly state: PictureState
  /** Checks and decodes a file; gives the texts of its codes. Nothing when it is refused or another file has taken its place. */
  readonly read: (file: File) => Promise<readonly string[] | undefined>
  /** Something that cannot be a picture of ours: says why. */
  readonly refuse: (fault: PictureFault) => void
  readonly remove: () => void
}

const NONE: PictureState = { kind: 'none' }

/** One picture at a time: chosen, checked, decoded on this device, and forgotten. */
export function usePicture(readPicture: ReadPicture): PictureReading {
  const [state, setState] = useState<PictureState>(NONE)
  const turn = useRef(0)
  const address = 'address' in state ? state.address : undefined
  useEffect(() => {
    if (address === undefined) return
    return () => URL.revokeObjectURL(address)
  }, [address])

  async function read(file: File): Promise<readonly string[] | undefined> {
    turn.current += 1
    const own = turn.current
    const fileFault = await findFileFault(file)
    if (turn.current !== own) return undefined
    if (fileFault) {
      setState({ kind: 'refused', fault: fileFault, address: undefined })
      return undefined
    }
    const seen = await asPicture(file)
    if (turn.current !== own) return undefined
    const address = URL.createObjectURL(seen)
    setState({ kind: 'reading', address })
    const outcome = await readPicture(seen, 'thorough').catch(faultOf)
    if (turn.current !== own) return undefined
    if (typeof outcome === 'object') {
      setState({ kind: 'read', address })
      return outcome.contents
    }
    const isSeen = outcome !== 'read'
    setState({ kind: 'refused', fault: outcome ?? 'none', address: isSeen ? address : undefined })
    return undefined
  }
  function become(next: PictureState): void {
    turn.current += 1
    setState(next)
  }
  return {
    state,
    read,
    refuse: (fault) => become({ kind: 'refused', fault, address: undefined }),
    remove: () => become(NONE),
  }
}

function faultOf(fault: unknown): PictureFault {
  return fault instanceof DecodingError && fault.reason === 'unloaded' ? 'network' : 'read'
}
