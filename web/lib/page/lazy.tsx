import { type ComponentType, lazy as lazyWithReact, type ReactNode, useState } from 'react'

/** A screen, or a layout with a screen in it. */
type Part = ComponentType<{ readonly children?: ReactNode }>

/** Loads the module of a screen or a layout. */
export type Load = () => Promise<{ readonly default: Part }>

const loaded = new WeakMap<Load, Part>()

/** Loads a screen before it is rendered. A failure is not reported here: it surfaces when the screen renders. */
export async function preloadScreen(load: Load): Promise<void> {
  const module = await load().catch(() => undefined)
  if (module) loaded.set(load, module.default)
}

/** React's `lazy` for a screen: a preloaded one renders at once, without an empty page in between. */
export function lazyScreen(load: Load): Part {
  const Later = lazyComponent(load)
  return function LazyScreen({ children }) {
    // Chosen once: swapping the component would lose its state.
    const [Part] = useState<Part>(() => loaded.get(load) ?? Later)
    return <Part>{children}</Part>
  }
}

/** A reset function for each module that failed to load. */
const failed = new Set<() => void>()

/** Resets the failed loads, so that the next render retries them. Only after the failure has been shown: otherwise rendering would retry for ever. */
export function resetFailedLoads(): void {
  for (const renew of failed) renew()
  failed.clear()
}

/** React's `lazy` whose failed load can be retried: see `resetFailedLoads`. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  let latest = create()
  function create(): ComponentType<Props> {
    const part: ComponentType<Props> = lazyWithReact(async () => {
      try {
        return await load()
      } catch (failure) {
        removeFailedStyles()
        failed.add(() => {
          latest = create()
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

/** A style sheet that failed to load stays in the page, and Vite takes it for loaded. */
function removeFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) if (!link.sheet) link.remove()
}
