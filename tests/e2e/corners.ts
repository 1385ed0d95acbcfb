/** In which projects of playwright.config.ts the tests of a tag are run. */
export interface Corners {
  /** In the everyday gate: one corner shows the fact. */
  readonly gate: readonly Corner[]
  /** In the full run: everywhere that the fact might differ. */
  readonly full: readonly Corner[]
}

/** The projects of playwright.config.ts: every two of brand, language and size meet in one of them. */
export const CORNERS = ['stater, ru, phone', 'stater, en, desktop', 'grok, ru, desktop', 'grok, en, phone'] as const
export type Corner = (typeof CORNERS)[number]

const PHONE: readonly Corner[] = ['stater, ru, phone']
const NOWHERE: readonly Corner[] = []

/**
 * A test of the browser has one of these tags; most have `@once`. What measures is `@alone`, run after all others and one by one. A test that
 * the gate leaves out has `@full` beside it.
 */
export const CORNERS_OF_TAG: Readonly<Record<string, Corners>> = {
  '@once': { gate: PHONE, full: PHONE },
  '@alone': { gate: NOWHERE, full: PHONE },
  '@desktop': { gate: ['stater, en, desktop'], full: ['stater, en, desktop'] },
  '@grok': { gate: ['grok, en, phone'], full: ['grok, en, phone'] },
  '@brand': { gate: PHONE, full: ['stater, ru, phone', 'grok, en, phone'] },
  '@size': { gate: PHONE, full: ['stater, ru, phone', 'stater, en, desktop'] },
  '@language': { gate: PHONE, full: ['stater, ru, phone', 'stater, en, desktop'] },
  '@corners': { gate: PHONE, full: CORNERS },
}

/**
 * The tags whose tests are run in a corner, in the gate or in the full run, as a pattern of Playwright's `grep`, which is matched by a test's
 * title and tags. A test without a tag is run in the first corner, so that none is run nowhere.
 */
export function tagsIn(corner: Corner, run: keyof Corners): RegExp {
  const tags = Object.entries(CORNERS_OF_TAG).flatMap(([tag, corners]) => (corners[run].includes(corner) ? [tag] : []))
  // Without any tag a pattern that matches nothing.
  const tagged = `(${tags.join('|') || '(?!)'})\\b`
  const untagged = `^(?!.*(${Object.keys(CORNERS_OF_TAG).join('|')})\\b)`
  return new RegExp(corner === CORNERS[0] ? `${tagged}|${untagged}` : tagged)
}
