import * as v from 'valibot'

/** An id or reference of a vendor: 1 to 200 printable ASCII characters, which can be stored and indexed. */
export const vendorId = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,200}$/))
