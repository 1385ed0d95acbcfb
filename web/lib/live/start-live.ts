import { queryClient } from '#web/lib/api/query-client.ts'

// By then the first screen is up and has its answers; nothing of this shares the line with it.
const AFTER_START_MS = 3000

/** Begins to hear what changes, once the first screen has what it asked for. Without it the page asks as it always has. */
export function followLiveLater(): void {
  const begin = (): void => {
    if (queryClient.isFetching() > 0) followLiveLater()
    else import('./follow-live.ts').then(({ followLive }) => followLive()).catch(() => undefined)
  }
  setTimeout(begin, AFTER_START_MS)
}
