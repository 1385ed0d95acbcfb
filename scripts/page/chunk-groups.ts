import { createFirstLoadChunks } from './first-load-chunks.ts'
import { isOwnCopy } from './own-copies.ts'

interface ChunkGroup {
  readonly name: string | ((moduleId: string, graph: Graph) => string | null)
  readonly test?: RegExp | ((moduleId: string) => boolean)
  readonly minShareCount?: number
  readonly includeDependenciesRecursively?: boolean
}

type Graph = Parameters<ReturnType<typeof createFirstLoadChunks>>[1]

// Changes seldom and is more than half of everything: a deployment of ours leaves it in the browser's cache.
const REACT = /node_modules\/(react|react-dom|scheduler)\//

// What the query cache, the contract and the session are made with; none of it knows React, so it runs before React has arrived.
const DATA =
  /node_modules\/(@tanstack\/query-core|valibot|zustand\/esm\/vanilla|@tanstack\/react-query\/build\/modern\/queryOptions)/

// What every screen is drawn with besides.
const LIBRARIES =
  /node_modules\/(wouter|regexparam|use-sync-external-store|@tanstack\/react-query|zustand|lucide-react\/dist\/esm(?!\/icons))\//

// Parts of them that no first screen asks for.
const MUTATIONS = /\/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

// Screens that one comes to from one another: one name in the page's list of files instead of two or three.
const TOGETHER = {
  requests: /\/web\/(features\/requests|screens\/(Ask|Requests|Pay)\.tsx)/,
  topup: /\/web\/(features\/topup\/.*\.tsx?$|screens\/(WalletTopUp|WalletPaymentsFinish)\.tsx)/,
}

const SHARED = /\/(web|money|codes|contract|brands|texts)\/|node_modules\/(lucide-react|@tanstack|@maskito|@noble|uqr)\//

// A few rules a screen, each a request and a name in the page's list of files.
const STYLES = /\/web\/(screens|features\/(p2p|payment|profile|recipients|topup|wallets))\/.*\.css$/

/** The files that every first screen needs, in the order in which they are run. */
export const FIRST_CHUNKS = ['main', 'react', 'page']

/** Which modules of the page go into one file; a module belongs to the first group that takes it. */
export function chunkGroups(): ChunkGroup[] {
  return [
    { name: 'react', test: REACT },
    { name: brandChunk },
    { name: firstLoadChunk(), includeDependenciesRecursively: false },
    ...Object.entries(TOGETHER).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
    // Apart from what is shared: what Home adds for some needs them, and what is shared needs that, so one file would need itself.
    { name: 'mutations', test: MUTATIONS, includeDependenciesRecursively: false },
    // What several other screens share: one file for all of them instead of a dozen for each.
    { name: 'shared', test: SHARED, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'styles', test: STYLES, includeDependenciesRecursively: false },
  ]
}

/** The chunk of what a first screen needs, ours and the libraries that it is made with. */
function firstLoadChunk(): (moduleId: string, graph: Graph) => string | null {
  const ownChunk = createFirstLoadChunks()
  return (moduleId, graph) => {
    if (MUTATIONS.test(moduleId) || isOwnCopy(moduleId)) return null
    if (DATA.test(moduleId)) return 'main'
    return LIBRARIES.test(moduleId) ? 'page' : ownChunk(moduleId, graph)
  }
}

/** What a brand is made of besides theme and pictures, in one chunk: a few hundred bytes each. */
function brandChunk(moduleId: string): string | null {
  const [, id] = /\/brands\/([a-z0-9-]+)\/(?:brand|texts\.\w+|assets\/logo)\.(?:ts|svg\?raw)$/.exec(moduleId) ?? []
  return id ? `brand-${id}` : null
}
