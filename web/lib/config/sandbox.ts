/** Whether this is a sandbox, where no real money moves. The server writes it into the page, so it is known at once. */
export function isSandbox(): boolean {
  return document.querySelector('meta[name="wallet-sandbox"]')?.getAttribute('content') === 'true'
}
