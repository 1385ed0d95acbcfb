import * as v from 'valibot'
import { create } from 'zustand'
import { VERSION, VERSION_PATH, versionAnswer } from '#contract/version'
import { parseJson, sendRequest, UNCACHED } from '#web/lib/api/send-request.ts'
import { readStored, writeStored } from '#web/lib/session/storage.ts'
import { report } from './report.ts'

/** Storage key of the last new version this tab has seen: it reloads at most once for each, so a wrong response cannot cause a reload loop. */
const SEEN_VERSION = 'told_of_version'
/** A response without a version also causes a reload, once. */
const NO_VERSION = 'none'
const LONG_AWAY_MS = 30 * 60_000

/** What to do about another version: nothing, show a notice, or show it and reload while there is no pending work. */
export type Update = 'none' | 'show' | 'reload'

/** Store: whether the page is out of date. */
export const useUpdate = create<{ readonly update: Update }>()(() => ({ update: 'none' }))

let checkedAt = 0

/** Compares the page's version with the served one, now and when the page becomes visible after a long time. Returns an unsubscribe function. */
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
  const served = await fetchVersion()
  if (served === undefined || served === VERSION || readStored(SEEN_VERSION, 'tab') === served) return
  writeStored(SEEN_VERSION, served, 'tab')
  // A tab without storage would reload for ever, and lose the session.
  const isRemembered = readStored(SEEN_VERSION, 'tab') === served
  if (served === NO_VERSION) report('version', `${VERSION_PATH} tells no version`)
  useUpdate.setState({ update: isRemembered ? 'reload' : 'show' })
}

/** The served version; nothing when the server cannot be reached or fails: that says nothing about the version. */
async function fetchVersion(): Promise<string | undefined> {
  try {
    const { httpStatus, text } = await sendRequest(`${VERSION_PATH}?${Date.now()}`, { headers: UNCACHED })
    if (httpStatus >= 500) return undefined
    const parsed = v.safeParse(versionAnswer, parseJson(text))
    return parsed.success ? parsed.output.version : NO_VERSION
  } catch {
    return undefined
  }
}
