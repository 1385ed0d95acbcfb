import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as v from 'valibot'
import { BackupFault } from './fault.ts'
import { listItems, readIfThere, replaceDurably } from './store.ts'
import { timelinesOf } from './timeline.ts'

// In a data directory that was restored: which one it is. Base backups of it and standbys have it as well.
const IDENTITY = 'wallet-restored'
// In the store: which cluster archives there, and by which timeline it took it over.
const OWNER = 'owner.json'
const SETTINGS = 'postgresql.auto.conf'

const ownerSchema = v.object({ cluster: v.string(), timeline: v.number() })
type Owner = v.InferOutput<typeof ownerSchema>

// Of a cluster that was never restored, and of a store that was never taken over.
const FIRST: Owner = { cluster: 'first', timeline: 1 }

// The last of several lines counts, so that a command of the original's does not. One that fails keeps the log until somebody is told.
const NEVER_ARCHIVES = `# Restored: archives nothing until \`backup take-over\` has made it production.\narchive_command = 'false'\n`

/**
 * Has a restored cluster archive nothing, whatever settings it is started with: by its own, and because the store is another's. Before
 * PostgreSQL is first started on it.
 */
export async function disown(cluster: string): Promise<void> {
  await replaceDurably(join(cluster, IDENTITY), `${randomUUID()}\n`)
  const settings = (await readIfThere(join(cluster, SETTINGS))) ?? ''
  await replaceDurably(join(cluster, SETTINGS), `${settings.replace(NEVER_ARCHIVES, '')}${NEVER_ARCHIVES}`)
}

/**
 * Refuses (BackupFault) a file of the log of a cluster that does not own the store: one that was restored for a drill, and the one whose
 * place such a one has taken. `path` is as PostgreSQL gives it, in the cluster's `pg_wal`.
 */
export async function expectOwner(store: string, path: string): Promise<void> {
  const [owner, own] = await Promise.all([readOwner(store), identityOf(dirname(dirname(resolve(path))))])
  if (owner.cluster === own) return
  if (own === FIRST.cluster)
    throw new BackupFault('This archive is of another cluster now, which was restored and has taken it over: nothing is archived')
  throw new BackupFault(
    'This cluster was restored, and the archive is not its own: nothing is archived. If it is production now: npm run backup -- take-over <its data directory>',
  )
}

/**
 * Makes the cluster of a data directory the only one that archives in a store, and returns the timeline it is on. Refuses (BackupFault)
 * one in whose timeline the archive has gone on since it was restored. Done again it changes nothing.
 */
export async function takeOver(store: string, cluster: string): Promise<number> {
  if ((await readIfThere(join(cluster, 'PG_VERSION'))) === undefined)
    throw new BackupFault(`${cluster} is no data directory of PostgreSQL`)
  const [owner, own] = await Promise.all([readOwner(store), identityOf(cluster)])
  const timeline = timelinesOf(await readdir(join(cluster, 'pg_wal'))).at(-1) ?? 1
  if (owner.cluster !== own) {
    const archived = timelinesOf(await listItems(join(store, 'wal'))).at(-1) ?? 0
    if (own !== FIRST.cluster && archived >= timeline)
      throw new BackupFault(`The archive has gone on in timeline ${archived} since ${cluster} was restored: restore anew`)
    await replaceDurably(join(store, OWNER), `${JSON.stringify({ cluster: own, timeline })}\n`)
  }
  const settings = (await readIfThere(join(cluster, SETTINGS))) ?? ''
  await replaceDurably(join(cluster, SETTINGS), settings.replace(NEVER_ARCHIVES, ''))
  return timeline
}

/** Who archives in a store, and since which timeline. Refuses (BackupFault) what cannot be read. */
export async function readOwner(store: string): Promise<Owner> {
  const text = await readIfThere(join(store, OWNER))
  if (text === undefined) return FIRST
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), ownerSchema), text)
  if (!result.success) throw new BackupFault(`${join(store, OWNER)} is damaged`)
  return result.output
}

async function identityOf(cluster: string): Promise<string> {
  return (await readIfThere(join(cluster, IDENTITY)))?.trim() ?? FIRST.cluster
}
