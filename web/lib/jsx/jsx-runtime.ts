import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-runtime'
import { type ElementProps, withBoxedTexts } from './boxed-texts.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

/** Makes an element of the page's JSX (vite.config.ts, vitest.config.ts) with no bare text beside others. */
export function jsx(type: ElementType, props: ElementProps, key?: Key): ReactElement {
  return react.jsx(type, withBoxedTexts(type, props), key)
}

/** The same for one with several children. */
export function jsxs(type: ElementType, props: ElementProps, key?: Key): ReactElement {
  return react.jsxs(type, withBoxedTexts(type, props), key)
}
