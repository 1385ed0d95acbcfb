/** Where the page runs: a browser, or a messenger's web view once its kit has started (spec point 1). */
export type Platform = 'web' | 'telegram'

/** The platform; a browser until something says otherwise. */
export function platform(): Platform {
  return 'web'
}
