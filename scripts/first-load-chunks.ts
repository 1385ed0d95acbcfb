import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('../web/', import.meta.url))

const PAGE = join(web, 'main.tsx')

/** What draws each first screen, besides what the page begins with. */
const FIRST_SCREENS = {
  'signed-in': ['screens/Registered.tsx', 'screens/Home.tsx'],
  'signed-out': ['screens/AuthLayout.tsx', 'screens/AuthIn.tsx'],
}

/** What the bundler tells about a module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * Names the chunk of each module of ours that a first screen needs: left alone, the bundler makes a chunk of every set of screens that
 * share a module, and the first screen asks for fifty small files, which compress badly. The rest stays where it is loaded on demand.
 */
export function createFirstLoadChunks(): (moduleId: string, graph: Graph) => string | null {
  let rooms: readonly (readonly [name: string, modules: ReadonlySet<string>])[] | undefined
  return (moduleId, graph) => {
    // The page's own module stays the entry.
    if (moduleId === PAGE) return null
    rooms ??= Object.entries(FIRST_SCREENS).map(([name, screens]) => [
      name,
      ownModules(graph, [PAGE, ...screens.map((screen) => join(web, screen))]),
    ])
    const [name, ...others] = rooms.flatMap(([name, modules]) => (modules.has(moduleId) ? [name] : []))
    return others.length > 0 ? 'page' : (name ?? null)
  }
}

/** All modules of ours that some modules need at once, and these themselves. Of packages the bundler knows better what is used. */
function ownModules(graph: Graph, starts: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...starts]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || id.includes('node_modules')) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
