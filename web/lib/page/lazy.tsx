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

/** React's `lazy`, but a screen that was preloaded is drawn at once: the first one without an empty page in between. */
export function lazy(load: Load): Part {
  const Later = lazyWithReact(load)
  return function LazyPart({ children }) {
    // Chosen once: another component in its place would lose its state.
    const [Part] = useState<Part>(() => arrived.get(load) ?? Later)
    return <Part>{children}</Part>
  }
}
