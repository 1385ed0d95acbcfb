import type { ElementType, ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'

/** Elements that hold nothing but text. */
const TEXT_ONLY: ReadonlySet<ElementType> = new Set<ElementType>(['option', 'textarea', 'title', 'style', 'text', 'tspan'])

/** What an element is made of. */
export type ElementProps = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }

/**
 * The properties of an element, with every text among several children in an element of its own. A browser that translates the page moves bare
 * texts into elements that React knows nothing of: React would change a text that nobody sees any more, and fail to put anything beside it or to
 * take it away. A text that is all of an element is safe: React writes the whole of that.
 */
export function withBoxedTexts(type: ElementType, props: ElementProps): ElementProps {
  const { children } = props
  // What a component makes of its children comes here again.
  if (typeof type === 'function' || TEXT_ONLY.has(type)) return props
  // A fragment has no element of its own, and what stands around it may have others.
  const isAll = typeof type === 'string' && !Array.isArray(children)
  const boxed = isAll ? children : boxTexts(children)
  return boxed === children ? props : { ...props, children: boxed }
}

/** Children with each text among them in an element of its own: for what makes its element without our JSX. */
export function boxTexts(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return isText(children) ? box([children], 0) : children
  const all: readonly ReactNode[] = children
  return all.some(isText) ? all.map((_child, place) => boxedAt(all, place)) : children
}

/** Texts that follow one another share one element, in the place of the first: places tell React which child is which. */
function boxedAt(children: readonly ReactNode[], place: number): ReactNode {
  if (!isText(children[place])) return children[place]
  if (place > 0 && isText(children[place - 1])) return null
  const end = children.findIndex((child, at) => at > place && !isText(child))
  return box(children.slice(place, end === -1 ? undefined : end), place)
}

function box(texts: readonly ReactNode[], place: number): ReactNode {
  return jsx('span', { children: texts.join('') }, `text${place}`)
}

function isText(child: ReactNode): child is string | number | bigint {
  return (typeof child === 'string' && child !== '') || typeof child === 'number' || typeof child === 'bigint'
}
