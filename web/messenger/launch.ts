import type { ComponentType } from 'react'
import { setHost } from '#web/lib/page/platform.ts'
import { report } from '#web/lib/page/report.ts'
import { hearLanguage } from '#web/lib/session/offered-language.ts'
import { dropFromAddress, PERSON, START } from './address.ts'

/** Where the kit keeps the launch parameters of this tab, for a reload after the address has changed. */
const SAVED = 'tapps/launchParams'

/**
 * Starts the messenger's kit when the messenger has opened this page; otherwise nothing of it is even asked for. When it does not start
 * the page stays a page of the browser, and the console says so. Gives what is drawn beside the screens.
 */
export async function startMessenger(): Promise<ComponentType | undefined> {
  if (!isOpenedByMessenger()) return undefined
  try {
    const { href } = window.location
    // Before the kit reads it, and whether or not it starts.
    for (const unneeded of [PERSON, START]) dropFromAddress(unneeded)
    const { startKit, BackButton, spokenLanguage } = await import('./kit.ts')
    hearLanguage(spokenLanguage(href))
    setHost(startKit())
    return BackButton
  } catch (error) {
    forgetLaunch()
    // Not the error itself: the kit's may quote the launch parameters, which say who the person is.
    report('messenger', error instanceof Error ? error.name : 'unknown')
    return undefined
  }
}

/** Whether the address, or what this tab remembers, carries launch parameters of the messenger. */
function isOpenedByMessenger(): boolean {
  if (/[?#&]tgWebApp\w+=/.test(window.location.search + window.location.hash)) return true
  try {
    return window.sessionStorage.getItem(SAVED) !== null
  } catch {
    return false
  }
}

function forgetLaunch(): void {
  try {
    window.sessionStorage.removeItem(SAVED)
  } catch {
    // Without storage there is nothing to forget.
  }
}
