/**
 * The maximum lengths of text fields, in UTF-16 code units after trimming; by the field of the request. The page shows an error at the field,
 * the server refuses longer texts (`too_long`).
 */
export const LENGTHS = {
  first_name: 60,
  last_name: 60,
  email: 254,
  city: 100,
  zip_code: 20,
  address: 200,
} as const
