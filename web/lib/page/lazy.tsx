import { type ComponentType, lazy as lazyWithReact, type ReactNode, useState } from 'react'

/** A screen, or a layout with a screen in it. */
type Part = ComponentType<{ readonly children?: ReactNode }>

/** How the module of a screen or a layout is loaded. */
export type Load = () => Promise<{ readonly default: Part }>

const arrived = new WeakMap<Load, Part>()

/** Loads a screen before it is drawn. A failure is not told here: it shows when the screen is drawn. */
export async function preload(load: Load): Promise<void> {
  const module = await load().catch(() => undefined)
  if (module) arrived.set(load, module.default)
}

/** React's `lazy` for a screen: one that was preloaded is drawn at once, the first one without an empty page in between. */
export function lazy(load: Load): Part {
  const Later = lazyPart(load)
  return function LazyScreen({ children }) {
    // Chosen once: another component in its place would lose its state.
    const [Part] = useState<Part>(() => arrived.get(load) ?? Later)
    return <Part>{children}</Part>
  }
}

/** What could not be fetched, each by how it is begun anew. */
const failed = new Set<() => void>()

/** Begins anew what could not be fetched, for when it is drawn the next time. Not before its failure has been shown: drawing would ask for ever. */
export function renewFailedParts(): void {
  for (const renew of failed) renew()
  failed.clear()
}

/** React's `lazy`, but what could not be fetched is not given up for good: see `renewFailedParts`. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  let latest = begin()
  function begin(): ComponentType<Props> {
    const part: ComponentType<Props> = lazyWithReact(async () => {
      try {
        return await load()
      } catch (failure) {
        forgetStylesThatFailed()
        failed.add(() => {
          latest = begin()
        })
        throw failure
      }
    })
    return part
  }
  return function LazyPart(props) {
    const [Part] = useState(() => latest)
    return <Part {...props} />
  }
}

/** A sheet of styles that did not arrive stays in the page, and is taken for one that has. */
function forgetStylesThatFailed(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) link.remove()
}
