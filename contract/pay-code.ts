import * as v from 'valibot'

// Apart from the other shapes: the first screens need none of this file.

/** A code for paying: of a request, or of a person (their own code). It is part of the link `/pay/{code}`. */
export const payCodeText = v.pipe(v.string(), v.maxLength(32), v.regex(/^[0-9A-Za-z]{16,32}$/))

/** The state of a request for money; only an open request can be paid. */
export const requestState = v.picklist(['open', 'paid', 'declined', 'withdrawn', 'expired'])
