import * as v from 'valibot'

/** The version label: built into the page, told by the server, compared at the start of the page. */
export const VERSION = 'v0.0.57-stage'

/** Where the server tells its version; asked with the time as the query, so that nothing on the way gives an old one. */
export const VERSION_PATH = '/version.json'

/** The answer at VERSION_PATH. */
export const versionAnswer = v.object({ version: v.pipe(v.string(), v.minLength(1)) })
