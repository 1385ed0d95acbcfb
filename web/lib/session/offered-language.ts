import { isLanguage, type Language } from '#texts/languages'
import type { Session } from './session.ts'
import { readStored } from './storage.ts'
import { LANGUAGE } from './stored-session.ts'

/** Undefined once the offer is answered: nobody is asked again, even where nothing can be stored. */
let heard: string | undefined = ''

/** Takes note of the language (BCP 47) that the messenger has the person in, which counts before the browser's; undefined ends all offers. */
export function hearLanguage(tag: string | undefined): void {
  heard = tag
}

/** The first language of theirs that the page speaks, unless it is the one it is in; none once they have chosen. */
export function offeredLanguage({ language }: Session): Language | undefined {
  if (heard === undefined || readStored(LANGUAGE)) return undefined
  const spoken = [heard, ...navigator.languages].map((tag) => tag.slice(0, 2)).find(isLanguage)
  return spoken === language ? undefined : spoken
}
