import { report } from './report.ts'
import { trustedScript } from './trusted-types.ts'

const SERVICE_WORKER = '/service-worker.js'
/** By then the first screen is up: it must not share the network and the processor with the parts of all others. */
const AFTER_LOAD_MS = 3000

/**
 * Registers the service worker, so that the page starts offline too. Not in development, where files change; nor where the browser has
 * none: web views of the messenger on iOS.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => setTimeout(register, AFTER_LOAD_MS))
}

function register(): void {
  navigator.serviceWorker.register(trustedScript(SERVICE_WORKER)).catch((error: unknown) => report('service worker', error))
}
