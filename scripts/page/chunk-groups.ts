import { createFirstLoadChunks } from './first-load-chunks.ts'

interface ChunkGroup {
  readonly name: string | ((moduleId: string, graph: Graph) => string | null)
  readonly test?: RegExp | ((moduleId: string) => boolean)
  readonly minShareCount?: number
  readonly includeDependenciesRecursively?: boolean
}

type Graph = Parameters<ReturnType<typeof createFirstLoadChunks>>[1]

// What every screen is drawn with. In two files, so that a phone evaluates them one after the other and can do something in between.
const REACT = /node_modules\/(react|react-dom|scheduler)\//
const LIBRARIES =
  /node_modules\/(wouter|regexparam|use-sync-external-store|@tanstack\/react-query|zustand|lucide-react\/dist\/esm(?!\/icons))\//

// What the query cache and the session are made with; none of it knows React, so it runs before React has arrived.
const DATA =
  /node_modules\/(@tanstack\/query-core|valibot|zustand\/esm\/vanilla|@tanstack\/react-query\/build\/modern\/queryOptions)/

// Parts of them that no first screen asks for.
const LATER = /\/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/

/** The files that every first screen needs, in the order in which they are run. */
export const FIRST_CHUNKS = ['data', 'main', 'react', 'libraries', 'page']

/** Which modules of the page go into one file; a module belongs to the first group that takes it. */
export function chunkGroups(): ChunkGroup[] {
  return [
    // Libraries change seldom: a deployment of ours leaves them in the browser's cache.
    { name: 'react', test: REACT },
    { name: 'data', test: (id) => DATA.test(id) && !LATER.test(id) },
    { name: 'libraries', test: (id) => LIBRARIES.test(id) && !LATER.test(id) },
    { name: brandChunk },
    { name: createFirstLoadChunks(), includeDependenciesRecursively: false },
    // What several other screens share: one file for all of them instead of a dozen for each.
    {
      name: 'shared',
      test: /\/(web|money|contract)\/|lucide-react|@tanstack/,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
  ]
}

/** What a brand is made of besides theme and pictures, in one chunk: a few hundred bytes each. */
function brandChunk(moduleId: string): string | null {
  const [, id] = /\/brands\/([a-z0-9-]+)\/(?:brand|texts\.\w+|assets\/logo)\.(?:ts|svg\?raw)$/.exec(moduleId) ?? []
  return id ? `brand-${id}` : null
}
