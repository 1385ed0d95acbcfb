// C0 and C1 controls.
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu
// What is drawn as nothing: it may turn the direction of what is read, and a name of nothing else would be empty. Joiners are letters' own.
const UNSEEN = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}|[\u061c\u2800]/gu
// A name of joiners alone is one of nothing, too.
const NOTHING = /^[\s\u200c\u200d]*$/

/** Words of a stranger, fit to stand beside ours: one line, and nothing in it that would make the eye read it in another order. */
export function printable(unchecked: string): string {
  const seen = unchecked.replace(UNSEEN, '').replace(CONTROLS, ' ').trim()
  return NOTHING.test(seen) ? '' : seen
}
