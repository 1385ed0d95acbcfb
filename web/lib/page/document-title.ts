import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { brandName } from '#web/lib/brand/brand.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'

let isFirstScreen = true

/**
 * Sets the document title to `{screen} · {brand}` and, after a navigation from another screen, moves focus to the heading that the
 * returned ref is attached to (WCAG 2.4.3). The first screen of a page load leaves the focus alone.
 */
export function useScreenTitle(screen: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const t = useTranslate()
  useEffect(() => {
    document.title = t('page.title', { screen, brand: brandName() })
  }, [screen, t])
  // With the screen itself: whoever waits for the screen to focus a field of it comes after.
  useLayoutEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [])
  return heading
}
