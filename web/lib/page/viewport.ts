import { useSyncExternalStore } from 'react'
import { DESKTOP, TABLET } from './breakpoints.ts'

/** How much room the page has: `phone` below 768 px, `desktop` from 920 px, where there are two panes. */
export type Viewport = 'phone' | 'tablet' | 'desktop'

/** The room of the page; the component is drawn again when it changes. For what differs in structure: looks are for style sheets. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, current)
}

/** Whether there is room for two panes now; for what is loaded, not drawn, by it. */
export function isDesktop(): boolean {
  return DESKTOP.matches
}

function current(): Viewport {
  if (isDesktop()) return 'desktop'
  return TABLET.matches ? 'tablet' : 'phone'
}

function subscribe(changed: () => void): () => void {
  for (const query of [TABLET, DESKTOP]) query.addEventListener('change', changed)
  return () => {
    for (const query of [TABLET, DESKTOP]) query.removeEventListener('change', changed)
  }
}
