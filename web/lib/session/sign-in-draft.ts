import { readStored, writeStored } from './storage.ts'

/** The first step of which way in. */
export type WayIn = 'register' | 'login'

const keyOf = (way: WayIn): string => `draft_${way}`

/** What was typed at the first step of a way in, as JSON; kept with the tab, so that a reload at the code step does not lose it. */
export function readDraft(way: WayIn): string | undefined {
  return readStored(keyOf(way), 'tab')
}

/** Keeps what was typed at the first step of a way in. */
export function keepDraft(way: WayIn, draft: unknown): void {
  writeStored(keyOf(way), JSON.stringify(draft), 'tab')
}

/** Forgets what was typed at the first step of a way in. */
export function forgetDraft(way: WayIn): void {
  writeStored(keyOf(way), undefined, 'tab')
}

/** Forgets both: somebody is in, or out. */
export function forgetDrafts(): void {
  for (const way of ['register', 'login'] as const) forgetDraft(way)
}
