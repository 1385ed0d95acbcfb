import type { ElementType, Key, ReactElement } from 'react'
import * as react from 'react/jsx-dev-runtime'
import { type ElementProps, withBoxedTexts } from './boxed-texts.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

type Source = Parameters<typeof react.jsxDEV>[4]

/** As jsx and jsxs of the other runtime, for the development server and for tests. */
export function jsxDEV(
  type: ElementType,
  props: ElementProps,
  key: Key | undefined,
  isStatic: boolean,
  source?: Source,
  self?: unknown,
): ReactElement {
  return react.jsxDEV(type, withBoxedTexts(type, props), key, isStatic, source, self)
}
