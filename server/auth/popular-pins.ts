import { Refusal } from '#server/http/refusal'

// The twenty that most people choose, more than a quarter of all (DataGenetics, "PIN number analysis", 2012).
const POPULAR = new Set(
  '1234 1111 0000 1212 7777 1004 2000 4444 2222 6969 9999 3333 5555 6666 1122 1313 8888 4321 2001 1010'.split(' '),
)

/** Refuses (pin_popular) a new PIN that a thief would try first, where the operator has it so. */
export function expectUnpopular(
  pin: string,
  field: string,
  { refusesPopularPins }: { readonly refusesPopularPins: boolean },
): void {
  if (refusesPopularPins && POPULAR.has(pin)) throw new Refusal({ code: 'pin_popular', field })
}
