/** A corner of a code in the picture, as parts of its width and height (0 to 1). */
export interface Corner {
  readonly x: number
  readonly y: number
}

/** What was found in a picture: the texts of all its codes, and the four corners of the first one after another. */
export interface FoundCode {
  readonly contents: readonly string[]
  readonly corners: readonly Corner[]
}

/** `quick`: one look, for a frame of many. `thorough`: several sizes and ways, for the only picture there is. */
export type Effort = 'quick' | 'thorough'

/** What the page asks of the decoding worker. */
export interface DecodingRequest {
  readonly id: number
  readonly picture: Blob | ImageBitmap
  readonly effort: Effort
}

/** What the worker answers: once that it is ready (or cannot be), then each reading. `unreadable`: the picture could not be unpacked. */
export type DecodingResponse =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'done'; readonly id: number; readonly found: FoundCode | undefined }
  | { readonly kind: 'unreadable'; readonly id: number }
