import * as v from 'valibot'

// Apart from the other shapes: no first screen needs them.

/** A code by which somebody is paid: of a request, or of a person (their own code). It is in the link `/pay/{code}`. */
export const payCodeText = v.pipe(v.string(), v.maxLength(32), v.regex(/^[0-9A-Za-z]{16,32}$/))

/** How a request for money stands; only an open one can be paid. */
export const requestState = v.picklist(['open', 'paid', 'declined', 'withdrawn', 'expired'])
