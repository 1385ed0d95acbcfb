/** Whether this is a sandbox, where no real money moves: as the server wrote it into the page, so that it is known at once. */
export function isSandbox(): boolean {
  return document.querySelector('meta[name="wallet-sandbox"]')?.getAttribute('content') === 'true'
}
