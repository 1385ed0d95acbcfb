// C0 and C1 controls, and the marks that turn the direction of what is read.
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Words of a stranger, fit to stand beside ours: one line, and nothing in it that would make the eye read it in another order. */
export function printable(unchecked: string): string {
  return unchecked.replace(DIRECTION_MARKS, '').replace(CONTROLS, ' ').trim()
}
