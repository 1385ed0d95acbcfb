import { type ComponentType, lazy as lazyWithReact, useState } from 'react'

/** How the module of a screen is loaded. */
export type Load = () => Promise<{ readonly default: ComponentType }>

const arrived = new WeakMap<Load, ComponentType>()

/** Loads a screen before it is drawn. A failure is not told here: it shows when the screen is drawn. */
export async function preload(load: Load): Promise<void> {
  const module = await load().catch(() => undefined)
  if (module) arrived.set(load, module.default)
}

/** React's `lazy`, but a screen that was preloaded is drawn at once: the first one without an empty page in between. */
export function lazy(load: Load): ComponentType {
  const Later = lazyWithReact(load)
  return function LazyScreen() {
    // Chosen once: another component in its place would lose its state.
    const [Screen] = useState<ComponentType>(() => arrived.get(load) ?? Later)
    return <Screen />
  }
}
