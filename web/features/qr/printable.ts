// C0 and C1 controls; and what is not seen itself but turns the direction of what is read, or makes a name of nothing.
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const UNSEEN = /\p{Cf}/gu

/** Words of a stranger, fit to stand beside ours: one line, and nothing in it that would make the eye read it in another order. */
export function printable(unchecked: string): string {
  return unchecked.replace(UNSEEN, '').replace(CONTROLS, ' ').trim()
}
