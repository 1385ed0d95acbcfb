/** Whether a version of the messenger's bridge (`8.0`, `7.10`) is at least another; what cannot be read is the oldest. */
export function isAtLeast(version: string, needed: string): boolean {
  const [major, minor] = partsOf(version)
  const [neededMajor, neededMinor] = partsOf(needed)
  return major === neededMajor ? minor >= neededMinor : major > neededMajor
}

function partsOf(version: string): [number, number] {
  const found = /^(\d+)\.(\d+)/.exec(version)
  return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)]
}
