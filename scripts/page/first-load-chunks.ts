import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../../web/', import.meta.url))

/** What runs before React is there: the session, the query cache and the first questions. It and what it needs must not wait for React. */
const MAIN = join(web, 'main.ts')
const MOUNT = join(web, 'mount.tsx')

/** Each icon is a module of its own, which belongs to those who draw it. */
const ICON = /\/lucide-react\/dist\/esm\/icons\//

/** The chunk of what several of the later parts need. */
const LATER = 'later'

/**
 * What draws each first screen, besides what the page begins with; what Home adds for some, what stands beside it where two fit, and what
 * every page loads a little later.
 */
const FIRST_SCREENS = {
  'signed-out': ['screens/AuthLayout.tsx', 'screens/AuthIn.tsx'],
  'signed-in': ['screens/Registered.tsx', 'screens/Home.tsx'],
  extras: ['screens/Waiting.tsx', 'screens/FirstSteps.tsx', 'features/wallets/TotalFoot.tsx'],
  keys: ['panels/Shortcuts.tsx'],
  live: ['lib/live/follow-live.ts'],
  'right-pane': ['panels/SidePane.tsx'],
}

/** What the bundler tells about a module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

interface FirstScreen {
  readonly name: string
  readonly modules: ReadonlySet<string>
}

/**
 * Names the chunk of each module of ours that a first screen needs: left alone, the bundler makes a chunk of every set of screens that
 * share a module, and the first screen asks for fifty small files, which compress badly. The rest stays where it is loaded on demand.
 */
export function createFirstLoadChunks(): (moduleId: string, graph: Graph) => string | null {
  let main: ReadonlySet<string> | undefined
  let firstScreens: readonly FirstScreen[] | undefined
  return (moduleId, graph) => {
    main ??= ownModules(graph, [MAIN])
    firstScreens ??= Object.entries(FIRST_SCREENS).map(([name, screens]) => ({
      name,
      modules: ownModules(graph, [MOUNT, ...screens.map((screen) => join(web, screen))]),
    }))
    if (main.has(moduleId)) return 'main'
    const [screen, ...others] = firstScreens.filter(({ modules }) => modules.has(moduleId))
    if (screen?.name === 'signed-out' && others.length > 0) return 'page'
    // Home's styles come with the page's: one file to wait for instead of two.
    if (screen?.name === 'signed-in' && moduleId.endsWith('.css')) return 'page'
    // What two of the later parts need is in neither of them: one would load all of the other.
    if (screen && others.length > 0 && screen.name !== 'signed-in') return LATER
    return screen?.name ?? null
  }
}

/** All modules of ours, and the icons, that some modules need at once, and these themselves. Of packages the bundler knows what is used. */
function ownModules(graph: Graph, starts: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || (id.includes('node_modules') && !ICON.test(id))) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
