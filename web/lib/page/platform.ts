/** Where the page runs: a browser, or a messenger's web view once its kit has started. */
type Platform = 'web' | 'telegram'

/** A touch that is felt: a choice made, something moved, how an operation ended. */
export type Haptic = 'selection' | 'light' | 'success' | 'error'

/** What closing the page would cost: something begun and not sent, or the answer about money that is on its way. */
export type AtStake = 'unfinished' | 'moving'

/** What the page asks of whatever it runs in, in the page's own words. The browser is one host, the messenger the other. */
export interface Host {
  readonly platform: Platform
  /** The host draws "back" itself, so that the page draws no arrow. */
  readonly hasBackButton: boolean
  readonly haptic: (kind: Haptic) => void
  /** Has the host ask before it closes the page, while something worth asking for is at stake. */
  readonly askBeforeClosing: (atStake: AtStake | undefined) => void
  /** Opens a page of somebody else. `left`: in place of this one. `stayed`: beside it. */
  readonly openOutside: (url: string) => 'left' | 'stayed'
  /** Scans a QR code with the host's own camera window; gives nothing when the person closes it. */
  readonly scanNatively: ((hint: string) => Promise<string | undefined>) | undefined
  readonly close: () => void
}

let host: Host = openBrowser()

/** Puts another host in place of the browser; before anything is drawn. */
export function settleIn(other: Host): void {
  host = other
}

/** Whether the way back is drawn by the host. */
export function hasNativeBack(): boolean {
  return host.hasBackButton
}

/** Lets a touch be felt where the host can; nothing in a browser. */
export function haptic(kind: Haptic): void {
  host.haptic(kind)
}

/** Has the host ask before closing, or not; see useLeaveGuard, which alone calls it. */
export function askBeforeClosing(atStake: AtStake | undefined): void {
  host.askBeforeClosing(atStake)
}

/**
 * Leaves for a page of a provider (payment, identification), whose address the caller has checked. A browser goes there (`left`); the
 * messenger opens it outside, where cameras and 3-D Secure work, and the page is still here (`stayed`): show what waits for it.
 */
export function leaveFor(url: string): 'left' | 'stayed' {
  return host.openOutside(url)
}

/** The host's own scanner, where it has one: takes the words under its window, gives what it read or nothing. */
export function nativeScanner(): ((hint: string) => Promise<string | undefined>) | undefined {
  return host.scanNatively
}

/** Closes the wallet in the messenger; a browser's tab is the person's own. */
export function closePage(): void {
  host.close()
}

function openBrowser(): Host {
  const guard = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    platform: 'web',
    hasBackButton: false,
    haptic: () => undefined,
    // An amount that is typed in is not worth a question to whoever closes a tab; an answer that gets lost is.
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
