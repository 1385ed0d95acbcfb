import { on, postEvent } from '@tma.js/sdk-react'
import { isAtLeast } from './version.ts'

const SIDES = ['top', 'bottom', 'left', 'right'] as const
/** More than any screen's notch and header; beyond it, or below nothing, it is no inset. */
const INSET_MAX = 200
/** Web views have been seen to say that they are one pixel high. */
const HEIGHT_MIN = 200

/** Keeps the messenger's safe areas and stable height as the style variables that the tokens are made of. */
export function followInsets(version: string): void {
  on('viewport_changed', ({ height, is_state_stable }) => {
    if (is_state_stable && Number.isFinite(height) && height >= HEIGHT_MIN) setPixels('--tg-viewport-stable-height', height)
  })
  on('safe_area_changed', (insets) => setInsets('--tg-safe-area-inset', insets))
  on('content_safe_area_changed', (insets) => setInsets('--tg-content-safe-area-inset', insets))
  postEvent('web_app_request_viewport')
  if (!isAtLeast(version, '8.0')) return
  postEvent('web_app_request_safe_area')
  postEvent('web_app_request_content_safe_area')
}

function setInsets(name: string, insets: Readonly<Record<(typeof SIDES)[number], unknown>>): void {
  for (const side of SIDES) {
    const pixels = insets?.[side]
    if (typeof pixels === 'number' && pixels >= 0 && pixels <= INSET_MAX) setPixels(`${name}-${side}`, pixels)
  }
}

function setPixels(name: string, pixels: number): void {
  document.documentElement.style.setProperty(name, `${pixels}px`)
}
