import { type RefObject, useEffect, useRef } from 'react'
import { brandName } from '#web/lib/brand/brand.ts'
import { useTexts } from '#web/lib/texts/texts.tsx'

let isFirstScreen = true

/**
 * Gives the document the title `{screen} · {brand}` and, when a person has come here from another screen, moves focus to the heading
 * the returned reference is put on (WCAG 2.4.3). The first screen of a page load leaves focus where the browser has it.
 */
export function useScreenTitle(screen: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const t = useTexts()
  useEffect(() => {
    document.title = t('page.title', { screen, brand: brandName() })
  }, [screen, t])
  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [])
  return heading
}
