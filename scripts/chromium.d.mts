/** The path of a Chromium that can be started. Rejects when there is none and none can be installed. */
export function findChromium(): Promise<string>

/** The path of a Chromium that can do all that the browser tests need. Rejects with the abilities it lacks. */
export function findTestChromium(): Promise<string>
