import { report } from './report.ts'

const SERVICE_WORKER = '/service-worker.js'
/** By then the first screen stands, which must not share the network and the processor with the parts of all others. */
const AFTER_LOAD_MS = 3000

/**
 * Has the browser keep what the page is made of, so that it starts without a network too. Not in development, where nothing stays as it
 * is; and not everywhere: web views of the messenger on iOS have no service workers.
 */
export function keepPageForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => setTimeout(register, AFTER_LOAD_MS))
}

function register(): void {
  navigator.serviceWorker.register(SERVICE_WORKER).catch((error: unknown) => report('service worker', error))
}
