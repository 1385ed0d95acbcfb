import { parse } from 'regexparam'
import { PATHS, type ScreenName } from './paths.ts'

/** The screen at a path, if there is one; the first of several matches. */
export function screenAt(pathname: string): ScreenName | undefined {
  for (const name of Object.keys(PATHS)) if (isScreenName(name) && parse(PATHS[name]).pattern.test(pathname)) return name
  return undefined
}

function isScreenName(name: string): name is ScreenName {
  return name in PATHS
}
