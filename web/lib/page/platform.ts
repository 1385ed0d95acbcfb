/** Where the page runs: in a browser, or in a messenger's web view once its SDK has started. */
type Platform = 'web' | 'telegram'

/** Haptic feedback: a selection, an impact, the result of an operation. */
export type Haptic = 'selection' | 'light' | 'success' | 'error'

/** What closing the page would lose: unsent input, or the response to a request that moves money. */
export type PendingWork = 'unfinished' | 'moving'

/** The port to the environment the page runs in. The browser is one host, the messenger the other. */
export interface Host {
  readonly platform: Platform
  /** The host has a "back" button of its own, so the page shows no arrow. */
  readonly hasBackButton: boolean
  readonly haptic: (kind: Haptic) => void
  /** Sets whether the host asks for confirmation before it closes the page. */
  readonly askBeforeClosing: (atStake: PendingWork | undefined) => void
  /** Opens a third party's page. `left`: in place of this one. `stayed`: beside it. */
  readonly openOutside: (url: string) => 'left' | 'stayed'
  /** Scans a QR code with the host's own camera window; undefined when the user closes it. */
  readonly scanNatively: ((hint: string) => Promise<string | undefined>) | undefined
  readonly close: () => void
}

let host: Host = openBrowser()

/** Replaces the browser by another host; before the first render. */
export function setHost(other: Host): void {
  host = other
}

/** Whether the host has a "back" button of its own. */
export function hasNativeBack(): boolean {
  return host.hasBackButton
}

/** Gives haptic feedback where the host can; nothing in a browser. */
export function haptic(kind: Haptic): void {
  host.haptic(kind)
}

/** Turns the host's confirmation before closing on or off. Called by useLeaveGuard only. */
export function askBeforeClosing(atStake: PendingWork | undefined): void {
  host.askBeforeClosing(atStake)
}

/**
 * Opens a provider's page (payment, identification) whose URL the caller has checked. A browser navigates there (`left`); the messenger
 * opens it outside, where cameras and 3-D Secure work, and this page stays (`stayed`): show a screen that waits for the result.
 */
export function openHostedPage(url: string): 'left' | 'stayed' {
  return host.openOutside(url)
}

/** The host's own scanner, where it has one: takes the hint to show, resolves with the text read or undefined. */
export function nativeScanner(): ((hint: string) => Promise<string | undefined>) | undefined {
  return host.scanNatively
}

/** Closes the wallet in the messenger; does nothing in a browser. */
export function closePage(): void {
  host.close()
}

function openBrowser(): Host {
  const guard = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    platform: 'web',
    hasBackButton: false,
    haptic: () => undefined,
    // Losing a typed amount is not worth a confirmation in a browser; losing the response of a payment is.
    askBeforeClosing(atStake) {
      if (atStake === 'moving') window.addEventListener('beforeunload', guard)
      else window.removeEventListener('beforeunload', guard)
    },
    openOutside(url) {
      window.location.assign(url)
      return 'left'
    },
    scanNatively: undefined,
    close: () => undefined,
  }
}
