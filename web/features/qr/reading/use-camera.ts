import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Why there is no picture: the person or the device forbids it, there is no camera, or something else is using it. */
type CameraFault = 'denied' | 'none' | 'busy'

type CameraState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'on' }
  | { readonly kind: 'failed'; readonly fault: CameraFault }

export interface Camera {
  readonly state: CameraState
  /** Shows what the camera sees. */
  readonly video: RefObject<HTMLVideoElement | null>
  /** Only after a person has asked for it: the browser asks them in turn. */
  readonly start: () => void
  readonly stop: () => void
  /** Whether the lamp is lit; nothing where there is none. */
  readonly isTorchOn: boolean | undefined
  readonly turnTorch: () => void
}

// The back one where there are two; fine enough for a small code, not more than a weak phone can handle.
const WISH: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** The camera of the device. It goes off by itself when the component leaves, when the page is hidden and when it is taken away. */
export function useCamera(): Camera {
  const [state, setState] = useState<CameraState>({ kind: 'off' })
  const [isTorchOn, setTorchOn] = useState<boolean>()
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream>(undefined)
  const turn = useRef(0)

  const release = useCallback(() => {
    turn.current += 1
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = undefined
  }, [])
  const stop = useCallback(() => {
    release()
    setTorchOn(undefined)
    setState({ kind: 'off' })
  }, [release])
  useEffect(() => release, [release])
  useStopWhenHidden(state.kind === 'starting' || state.kind === 'on', stop)

  const start = useCallback(async () => {
    release()
    const own = turn.current
    setState({ kind: 'starting' })
    try {
      const opened = await openCamera()
      if (turn.current !== own) return stopTracks(opened)
      stream.current = opened
      const track = opened.getVideoTracks()[0]
      track?.addEventListener('ended', stop)
      setTorchOn(track && hasTorch(track) ? false : undefined)
      await show(opened, video.current)
      if (turn.current === own) setState({ kind: 'on' })
    } catch (fault) {
      if (turn.current !== own) return
      release()
      setState({ kind: 'failed', fault: faultOf(fault) })
    }
  }, [release, stop])

  async function turnTorch(): Promise<void> {
    const track = stream.current?.getVideoTracks()[0]
    if (!track || isTorchOn === undefined) return
    const isLit = await setTorch(track, !isTorchOn)
    setTorchOn(isLit ? !isTorchOn : undefined)
  }
  return { state, video, start: () => void start(), stop, isTorchOn, turnTorch: () => void turnTorch() }
}

function useStopWhenHidden(isActive: boolean, stop: () => void): void {
  useEffect(() => {
    if (!isActive) return
    const hidden = () => {
      if (document.hidden) stop()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [isActive, stop])
}

async function openCamera(): Promise<MediaStream> {
  // Missing on pages without HTTPS and in some web views.
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('There are no media devices', 'NotFoundError')
  return await navigator.mediaDevices.getUserMedia(WISH)
}

async function show(stream: MediaStream, video: HTMLVideoElement | null): Promise<void> {
  if (!video) return
  video.srcObject = stream
  await video.play()
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function faultOf(fault: unknown): CameraFault {
  const name = fault instanceof DOMException ? fault.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy'
}

/** The lamp is in the standard of image capture, which the types of the browser do not have yet. */
interface TorchConstraints extends MediaTrackConstraintSet {
  readonly torch: boolean
}

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: object = track.getCapabilities?.() ?? {}
  return 'torch' in capabilities && capabilities.torch === true
}

async function setTorch(track: MediaStreamTrack, torch: boolean): Promise<boolean> {
  const constraint: TorchConstraints = { torch }
  return await track.applyConstraints({ advanced: [constraint] }).then(
    () => true,
    () => false,
  )
}
