import { useSyncExternalStore } from 'react'

let answeredAt: Date | undefined

/** Notes that the server has just answered: the time that the offline bar tells. */
export function noteAnswer(): void {
  answeredAt = new Date()
}

/** When the server answered last in this page's life; nothing before the first answer. */
export function lastAnswerAt(): Date | undefined {
  return answeredAt
}

/** Whether the browser believes it has a network. True does not promise that the server can be reached. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
