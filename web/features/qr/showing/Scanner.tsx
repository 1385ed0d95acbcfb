import Flashlight from 'lucide-react/icons/flashlight'
import FlashlightOff from 'lucide-react/icons/flashlight-off'
import ScanQrCode from 'lucide-react/icons/scan-qr-code'
import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FoundCode } from '#web/features/qr/reading/decoding.ts'
import { type Camera, useCamera } from '#web/features/qr/reading/use-camera.ts'
import type { ReadPicture } from '#web/features/qr/reading/use-decoder.ts'
import { useFrames } from '#web/features/qr/reading/use-frames.ts'
import type { ScanNatively } from '#web/features/qr/reading/use-native-scanner.ts'
import { haptic } from '#web/lib/page/platform.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { CameraWindow } from './CameraWindow.tsx'
import css from './Scanner.module.css'

/** How long the outline of a code is seen before its sheet opens. */
const OUTLINE_MS = 600
const MARKER = 'scanner-active'

export interface ScannerProps {
  readonly readPicture: ReadPicture
  /** The texts of the codes that were seen together. */
  readonly onRead: (contents: readonly string[]) => void
  /** The way without a camera, in sight beside every state of it, unless it stands elsewhere on the screen. */
  readonly fileButton?: ReactNode
  /** Takes the place of the camera window where the platform has a scanner of its own. */
  readonly scanNatively?: ScanNatively | undefined
  /** The camera is what this place is for: its button is the primary one. */
  readonly isMain?: boolean
}

/** The camera scanner. It never starts by itself; it goes off when a code is found, on leaving, and when the page is hidden. */
export function Scanner({ readPicture, onRead, fileButton, scanNatively, isMain = false }: ScannerProps) {
  const camera = useCamera()
  const [isBroken, setBroken] = useState(false)
  const { stop } = camera
  const isOpen = camera.state.kind === 'starting' || camera.state.kind === 'on'
  const fail = useCallback(() => {
    stop()
    setBroken(true)
  }, [stop])
  const found = useFound(camera, readPicture, { onRead, onFault: fail })
  const place = useFocusThatFollows(isOpen)
  useScannerMarker(isOpen)

  async function begin(): Promise<void> {
    setBroken(false)
    if (!scanNatively) return camera.start()
    const contents = await scanNatively()
    if (contents !== undefined) onRead([contents])
  }
  return (
    <div ref={place} className={css.scanner}>
      {isOpen ? (
        <>
          <CameraWindow video={camera.video} isStarting={camera.state.kind === 'starting'} found={found} />
          <Controls camera={camera} fileButton={fileButton} />
        </>
      ) : (
        <Closed camera={camera} isBroken={isBroken} isMain={isMain} onStart={() => void begin()} fileButton={fileButton} />
      )}
    </div>
  )
}

/** Marks the body while the camera window is open. */
function useScannerMarker(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    document.body.classList.add(MARKER)
    return () => document.body.classList.remove(MARKER)
  }, [isOpen])
}

interface FoundOptions {
  readonly onRead: (contents: readonly string[]) => void
  readonly onFault: () => void
}

/** Looks at the frames until a code is found; shows its outline for a moment, turns the camera off and hands the code on. */
function useFound(camera: Camera, readPicture: ReadPicture, { onRead, onFault }: FoundOptions): FoundCode | undefined {
  const { video, state, stop } = camera
  const [found, setFound] = useState<FoundCode>()
  const isOn = state.kind === 'on'
  if (found && !isOn) setFound(undefined)
  const onFound = useCallback(
    (code: FoundCode) => {
      // The picture stands still, so that the outline fits it.
      video.current?.pause()
      setFound(code)
      haptic('success')
    },
    [video],
  )
  useFrames({ video, isActive: isOn && !found, readPicture, onFound, onFault })
  const handOn = useEffectEvent((code: FoundCode) => {
    stop()
    onRead(code.contents)
  })
  useEffect(() => {
    if (!found) return
    const timer = setTimeout(() => handOn(found), OUTLINE_MS)
    return () => clearTimeout(timer)
  }, [found])
  return found
}

/** When the window opens the focus goes into it, when it closes back to the button that opens it: neither outlives the other. */
function useFocusThatFollows(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    place.current?.querySelector<HTMLElement>('[data-scanner-focus]')?.focus()
  }, [isOpen])
  return place
}

interface ClosedProps {
  readonly camera: Camera
  readonly isBroken: boolean
  readonly isMain: boolean
  readonly onStart: () => void
  readonly fileButton: ReactNode
}

/** Before the camera, and instead of it when there is none to be had. */
function Closed({ camera: { state }, isBroken, isMain, onStart, fileButton }: ClosedProps) {
  const t = useTranslate()
  const fault = state.kind === 'failed' ? t(`err.camera.${state.fault}`) : isBroken ? t('err.network') : undefined
  return (
    <>
      {fault === undefined ? (
        <div className={css.intro}>
          <ScanQrCode className={css.sign} aria-hidden />
          <p>{t('scan.ask')}</p>
        </div>
      ) : (
        <Notice tone="warning" title={fault} isAnnounced />
      )}
      <div className={css.buttons}>
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          size={isMain ? 'l' : 'm'}
          icon={<ScanQrCode aria-hidden />}
          data-scanner-focus
          onClick={onStart}
        >
          {t('scan.start')}
        </Button>
        {fileButton}
      </div>
    </>
  )
}

function Controls({
  camera: { isTorchOn, turnTorch, stop },
  fileButton,
}: {
  readonly camera: Camera
  readonly fileButton: ReactNode
}) {
  const t = useTranslate()
  return (
    <div className={css.controls}>
      {isTorchOn === undefined ? null : (
        <IconButton
          label={t('scan.torch')}
          icon={isTorchOn ? <FlashlightOff aria-hidden /> : <Flashlight aria-hidden />}
          aria-pressed={isTorchOn}
          onClick={turnTorch}
        />
      )}
      {fileButton}
      <IconButton label={t('scan.stop')} icon={<X aria-hidden />} onClick={stop} />
    </div>
  )
}
