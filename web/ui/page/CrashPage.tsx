import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import WifiOff from 'lucide-react/icons/wifi-off'
import { Component, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { followOnline, isOnline } from '#web/lib/api/online.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { resetFailedLoads } from '#web/lib/page/lazy.tsx'
import { isReloading, reload } from '#web/lib/page/reload.ts'
import { newFailureId, report } from '#web/lib/page/report.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusPage } from './StatusPage.tsx'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** A change of it resets the boundary: the path, so that a broken screen does not block the others. */
  readonly resetKey?: string
  /** Draws the replacement, which may be nothing; gets the id of the failure. A full page by default. */
  readonly fallback?: (id: string) => ReactNode
}

interface Crash {
  readonly id: string | undefined
  readonly resetKey: string | undefined
}

/** React error boundary: shows a page with the id that is also in the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Crash> {
  #stop: (() => void) | undefined
  override state: Crash = { id: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<Crash> {
    return { id: newFailureId() }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, crash: Crash): Partial<Crash> | null {
    return props.resetKey === crash.resetKey ? null : { id: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown): void {
    report('drawing', error, this.state.id)
    resetFailedLoads()
    if (!this.props.fallback || isOnline()) return
    // What could not be fetched can be once the network is back.
    this.#stop = followOnline(() => {
      this.#stop?.()
      this.setState({ id: undefined })
    })
  }

  override componentWillUnmount(): void {
    this.#stop?.()
  }

  override render(): ReactNode {
    const { id } = this.state
    const { children, fallback } = this.props
    if (id === undefined) return children
    if (isReloading()) return null
    return fallback ? fallback(id) : <CrashPage id={id} onOnline={() => this.setState({ id: undefined })} />
  }
}

interface CrashPageProps {
  readonly id: string
  /** The network is back: draws again what could not be fetched without it. Loads the page anew when left out. */
  readonly onOnline?: () => void
}

/** A screen that could not be drawn, or a page that could not start, with the id of what happened. Without a network its parts could not be fetched: it says that. */
export function CrashPage({ id, onOnline = reload }: CrashPageProps) {
  const t = useTranslate()
  const isReached = useIsOnline()
  const wasOffline = useRef(!isReached)
  const goOn = useEffectEvent(onOnline)
  // What could not be fetched can be now.
  useEffect(() => {
    if (isReached && wasOffline.current) goOn()
  }, [isReached])
  const action = <Button onClick={reload}>{t('page.reload')}</Button>
  return isReached ? (
    <StatusPage Icon={TriangleAlert} title={t('page.crash_title')} text={t('page.crash_text', { id })} action={action} />
  ) : (
    <StatusPage Icon={WifiOff} title={t('offline.page_title')} text={t('offline.page_text')} action={action} />
  )
}
