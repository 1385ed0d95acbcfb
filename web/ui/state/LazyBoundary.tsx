import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ErrorBoundary } from '#web/ui/page/CrashPage.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'

export interface LazyBoundaryProps {
  readonly isOpen: boolean
  /** Called when the component failed to load or render: close it; the next opening retries. */
  readonly onClose: () => void
  /** Shown while the component loads. */
  readonly fallback?: ReactNode
  /** A component that is loaded when it is first opened (`lazyComponent`). */
  readonly children: ReactNode
}

/** Suspense and error boundary around a lazy sheet or list: a failed load shows a toast, and the page stays as it is. */
export function LazyBoundary({ isOpen, onClose, fallback, children }: LazyBoundaryProps) {
  const [seen, setSeen] = useState({ isOpen, openings: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, openings: seen.openings + (isOpen ? 1 : 0) })
  return (
    <ErrorBoundary resetKey={String(seen.openings)} fallback={(id) => <Missing id={id} onClose={onClose} />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

function Missing({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const tell = useEffectEvent(() => {
    toast(isOnline ? t('page.crash_text', { id }) : t('offline.action'), 'warning')
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
