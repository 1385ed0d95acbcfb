import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import type { ModalProps } from './Modal.tsx'

const Loaded = lazyComponent(async () => ({ default: (await import('./Modal.tsx')).Modal }))

/** A modal that is loaded when it is first opened: for modals on Home that few people open. */
export function LazyModal(props: ModalProps) {
  const { isOpen, onClose } = props
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <LazyBoundary isOpen={isOpen} onClose={onClose}>
      <Loaded {...props} />
    </LazyBoundary>
  )
}
