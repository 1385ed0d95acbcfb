import * as v from 'valibot'

/** The version label: built into the page, served by the server, compared when the page starts. */
export const VERSION = 'v0.0.57-stage'

/** The address of the server's version. The page adds the time as a query, so that no cache returns an old version. */
export const VERSION_PATH = '/version.json'

/** The response at VERSION_PATH. */
export const versionAnswer = v.object({ version: v.pipe(v.string(), v.minLength(1)) })
