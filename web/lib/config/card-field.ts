/**
 * Whether the payout provider has a card field of its own, which is shown in a frame. The server writes it into the page beside the policy
 * that allows the frame, so the two never differ.
 */
export function hasCardField(): boolean {
  return document.querySelector('meta[name="wallet-card-field"]')?.getAttribute('content') === 'true'
}
