import { report } from './report.ts'

const SERVICE_WORKER = '/service-worker.js'

/**
 * Has the browser keep what the page is made of, so that it starts without a network too. Not in development, where nothing stays as it
 * is; and not everywhere: web views of the messenger on iOS have no service workers.
 */
export function keepPageForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // After the first screen: it must not wait for parts of others.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(SERVICE_WORKER).catch((error: unknown) => report('service worker', error))
  })
}
