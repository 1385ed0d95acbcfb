import { type RefObject, useEffect } from 'react'
import type { FoundCode } from './decoding.ts'
import type { ReadPicture } from './use-decoder.ts'

/** A weak phone rests at least as long as it worked; a strong one looks about five times a second. */
const PAUSE_MS = 180

export interface FramesOptions {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly isActive: boolean
  readonly readPicture: ReadPicture
  readonly onFound: (found: FoundCode) => void
  /** The decoder cannot be loaded. */
  readonly onFault: () => void
}

/** While active, looks for a code in what a video shows: in the square in its middle, which is what the window shows. One at a time. */
export function useFrames({ video, isActive, readPicture, onFound, onFault }: FramesOptions): void {
  useEffect(() => {
    if (!isActive) return
    let isOver = false
    let timer = 0

    async function look(): Promise<void> {
      const begun = performance.now()
      const frame = await takeSquare(video.current)
      const found = frame && (await readPicture(frame, 'quick').catch(onFault))
      if (isOver) return
      if (found) onFound(found)
      else timer = window.setTimeout(() => void look(), Math.max(PAUSE_MS, performance.now() - begun))
    }
    void look()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [video, isActive, readPicture, onFound, onFault])
}

async function takeSquare(video: HTMLVideoElement | null): Promise<ImageBitmap | undefined> {
  const [width = 0, height = 0] = [video?.videoWidth, video?.videoHeight]
  if (!video || width === 0 || height === 0) return undefined
  const side = Math.min(width, height)
  // Between two frames a browser may have none to give.
  return await createImageBitmap(video, (width - side) / 2, (height - side) / 2, side, side).catch(() => undefined)
}
