import { useSyncExternalStore } from 'react'
import { DESKTOP, TABLET } from './breakpoints.ts'

/** The size class of the page: `phone` below 768 px, `desktop` from 920 px, where there are two panes. */
export type Viewport = 'phone' | 'tablet' | 'desktop'

/** The viewport's size class; rerenders when it changes. For differences in structure: styling belongs in style sheets. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, current)
}

/** Whether there is room for two panes now; for loading, not for rendering. */
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
