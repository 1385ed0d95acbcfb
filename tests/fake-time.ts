import { renameSync, writeFileSync } from 'node:fs'
import { findFakeTime } from '../scripts/test-programs.mjs'

/**
 * The environment of a process whose machine's clock is what a file says, `+3600` for an hour early, and can be set while it runs
 * (setMachineClock); its monotonic clock is the real one. Installs libfaketime where it is missing; throws where it cannot be.
 */
export async function environmentOfMachineClock(file: string): Promise<Record<string, string>> {
  return {
    LD_PRELOAD: await findFakeTime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}

/** Sets the machine's clock of the processes that go by a file, in seconds ahead of the real one. */
export function setMachineClock(file: string, seconds: number): void {
  // In one step: whoever read it between emptied and written would find no clock at all.
  writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}`)
  renameSync(`${file}.new`, file)
}
