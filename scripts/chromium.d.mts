/** The path of a Chromium that can be started. Rejects when there is none and none can be installed. */
export function findChromium(): Promise<string>
