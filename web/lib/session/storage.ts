/** Where a value outlives the page: `local` until it is removed, `tab` until the tab is closed. */
export type Shelf = 'local' | 'tab'

const PREFIX = 'wallet.'

/** Reads a stored text; nothing when there is none or the browser keeps no storage for us (private windows, embedded views). */
export function readStored(key: string, shelf: Shelf = 'local'): string | undefined {
  try {
    return storageOf(shelf).getItem(PREFIX + key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it when given nothing. A browser without storage forgets it with the page: that is no fault of the user. */
export function writeStored(key: string, value: string | undefined, shelf: Shelf = 'local'): void {
  try {
    if (value === undefined) storageOf(shelf).removeItem(PREFIX + key)
    else storageOf(shelf).setItem(PREFIX + key, value)
  } catch {
    // Full or forbidden storage: the value still lives in memory.
  }
}

/**
 * Calls back with what is stored now when another tab of this browser has changed it: a tab that slept hears late, of what may have been
 * changed again since. Returns how to stop.
 */
export function onStoredElsewhere(key: string, changed: (value: string | undefined) => void): () => void {
  function heard(event: StorageEvent): void {
    if (event.key === PREFIX + key) changed(readStored(key))
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

function storageOf(shelf: Shelf): Storage {
  return shelf === 'local' ? window.localStorage : window.sessionStorage
}
