/** `local`: localStorage, until removed. `tab`: sessionStorage, until the tab is closed. */
export type StorageArea = 'local' | 'tab'

const PREFIX = 'wallet.'

/** Reads a stored text; undefined when there is none or storage is unavailable (private windows, embedded views). */
export function readStored(key: string, area: StorageArea = 'local'): string | undefined {
  try {
    return storageOf(area).getItem(PREFIX + key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it when given undefined. Without storage the value is lost with the page; that is no error. */
export function writeStored(key: string, value: string | undefined, area: StorageArea = 'local'): void {
  try {
    if (value === undefined) storageOf(area).removeItem(PREFIX + key)
    else storageOf(area).setItem(PREFIX + key, value)
  } catch {
    // Full or forbidden storage: the value is still in memory.
  }
}

/**
 * Calls back with the stored value when another tab has changed it. The value is read anew: a suspended tab gets the event late. Returns
 * an unsubscribe function.
 */
export function onStoredInOtherTab(key: string, changed: (value: string | undefined) => void): () => void {
  function onStorage(event: StorageEvent): void {
    if (event.key === PREFIX + key) changed(readStored(key))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

function storageOf(area: StorageArea): Storage {
  return area === 'local' ? window.localStorage : window.sessionStorage
}
