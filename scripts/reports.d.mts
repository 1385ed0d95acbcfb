/** A test of a report. */
export interface Test {
  /** Where the test stands, and its title. */
  readonly name: string
  /** A skipped test has not passed. */
  readonly isPassed: boolean
  /** Why it failed; empty when it passed. */
  readonly reason: string
  readonly milliseconds: number
  /** The arguments with which its runner runs this test and no other. */
  readonly words: readonly string[]
}

/** The tests of a report of Vitest's `json` reporter, for paths below `root`. A file that failed before its tests is one test, whose words run the whole file. */
export function readVitest(report: object, root: string): Test[]

/** The tests of a report of Playwright's `json` reporter, one for each project that a test is run in. */
export function readPlaywright(report: object): Test[]
