/** One way to look at a picture. */
export interface Attempt {
  /** The longer side is brought to this many pixels before looking; a small picture is enlarged. `own`: a small one as it is, to its very edge. */
  readonly pixels: number | 'own'
  /** How dark and light are told apart: by the neighbourhood, or by the whole picture. */
  readonly threshold: 'LocalAverage' | 'GlobalHistogram'
  /** Closes gaps in the modules first: dots, scratches, ink that ran. */
  readonly isDenoised?: boolean
  /** Turns the picture by this many degrees, for finders that lie badly on the raster. */
  readonly degrees?: number
  /** What shows through a transparent picture. */
  readonly ground?: 'white' | 'black'
}

/** No picture is enlarged beyond this many pixels. */
export const ENLARGED_PIXELS_MAX = 1200

/** The one look at a frame of the camera. */
export const FRAME_ATTEMPT: Attempt = { pixels: 800, threshold: 'LocalAverage' }

/**
 * How a still picture is looked at, the likeliest first. Every look also tries the picture inverted and smaller. Blur needs few pixels,
 * a far code needs many; a dense one in few pixels is blurred by any enlarging. The rest is for screenshots on a dark ground, dotted prints and
 * slanted photographs, and for what falls badly on the raster of the others.
 */
export const PICTURE_ATTEMPTS: readonly Attempt[] = [
  { pixels: 1200, threshold: 'LocalAverage' },
  { pixels: 500, threshold: 'LocalAverage' },
  { pixels: 2400, threshold: 'LocalAverage' },
  { pixels: 800, threshold: 'GlobalHistogram' },
  { pixels: 1200, threshold: 'LocalAverage', degrees: 30 },
  { pixels: 300, threshold: 'LocalAverage' },
  { pixels: 1200, threshold: 'LocalAverage', isDenoised: true },
  { pixels: 'own', threshold: 'LocalAverage' },
  { pixels: 1000, threshold: 'LocalAverage' },
  { pixels: 800, threshold: 'LocalAverage', ground: 'black' },
]
