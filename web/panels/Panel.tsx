import ChevronLeft from 'lucide-react/icons/chevron-left'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { closePanel } from '#web/lib/page/panels.ts'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import css from './Panel.module.css'

export interface PanelProps {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
}

/** The frame of a panel: from 920 px it stands in the right pane and leaves the page usable, below it is a modal sheet: from the side on tablets, from the bottom on phones. */
export function Panel({ isOpen, title, children }: PanelProps) {
  const isWide = useViewport() === 'desktop'
  if (!isWide) {
    return (
      <Modal isOpen={isOpen} onClose={closePanel} title={title} shape="side" isTall>
        <div className={css.scroll}>{children}</div>
      </Modal>
    )
  }
  return isOpen ? <Pane title={title}>{children}</Pane> : null
}

function Pane({ title, children }: Omit<PanelProps, 'isOpen'>) {
  const t = useTranslate()
  const titleId = useId()
  const pane = useRef<HTMLElement>(null)
  useFocusInside(pane)
  useEscape(closePanel)
  return (
    <section ref={pane} className={css.pane} aria-labelledby={titleId}>
      <div className={css.head}>
        <IconButton label={t('profile.back')} icon={<ChevronLeft aria-hidden />} onClick={closePanel} />
        <h2 id={titleId} className={css.title} tabIndex={-1} data-pane-title>
          {title}
        </h2>
        <IconButton label={t('common.close')} icon={<X aria-hidden />} onClick={closePanel} />
      </div>
      <div className={css.body}>{children}</div>
    </section>
  )
}

/** Moves the focus to the title; when the pane goes with the focus in it, gives it back to whoever opened it. */
function useFocusInside(pane: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = pane.current
    const before = document.activeElement
    element?.querySelector<HTMLElement>('[data-pane-title]')?.focus({ preventScroll: true })
    return () => {
      const isInside = element?.contains(document.activeElement) ?? false
      if (isInside && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [pane])
}

/** Esc anywhere on the page, unless a dialog above it takes it. */
function useEscape(act: () => void): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) act()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [act])
}
