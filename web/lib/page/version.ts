import * as v from 'valibot'
import { create } from 'zustand'
import { VERSION, VERSION_PATH, versionAnswer } from '#contract/version'
import { askServer, parseJson, UNCACHED } from '#web/lib/api/ask-server.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { report } from './report.ts'

/** The version this tab has been told of: it is reloaded for each once at most, so that a wrong answer cannot make it reload for ever. */
const TOLD_OF = 'told_of_version'
/** An answer that is no version is refreshed for as well, once. */
const NO_VERSION = 'none'
const LONG_AWAY_MS = 30 * 60_000

/** What to do about another version: nothing, say so, or say so and reload when nobody is in the middle of something. */
export type Update = 'none' | 'tell' | 'reload'

/** Whether the page is out of date; components read it. */
export const useUpdate = create<{ readonly update: Update }>()(() => ({ update: 'none' }))

let checkedAt = 0

/** Compares the page with what the server serves now, and again when the page comes back after long. Returns how to stop. */
export function followVersion(): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= LONG_AWAY_MS) void checkVersion()
  }
  void checkVersion()
  document.addEventListener('visibilitychange', seen)
  return () => document.removeEventListener('visibilitychange', seen)
}

async function checkVersion(): Promise<void> {
  checkedAt = Date.now()
  const served = await askVersion()
  if (served === undefined || served === VERSION || readStored(TOLD_OF, 'tab') === served) return
  writeStored(TOLD_OF, served, 'tab')
  // A tab that remembers nothing would reload for ever, and forget who is signed in.
  const isRemembered = readStored(TOLD_OF, 'tab') === served
  if (served === NO_VERSION) report('version', `${VERSION_PATH} tells no version`)
  useUpdate.setState({ update: isRemembered ? 'reload' : 'tell' })
}

/** The version that is served; nothing when the server was not reached or is in trouble: that says nothing about the version. */
async function askVersion(): Promise<string | undefined> {
  try {
    const { httpStatus, text } = await askServer(`${VERSION_PATH}?${Date.now()}`, { headers: UNCACHED })
    if (httpStatus >= 500) return undefined
    const parsed = v.safeParse(versionAnswer, parseJson(text))
    return parsed.success ? parsed.output.version : NO_VERSION
  } catch {
    return undefined
  }
}
