/** A test that has run, or a fault outside of any test, which is a failed one. */
export interface Test {
  /** Where the test stands, and its title. */
  readonly name: string
  /** A skipped test has not passed. */
  readonly isPassed: boolean
  /** Why it failed; empty when it passed. */
  readonly reason: string
  readonly milliseconds: number
  /** The arguments with which its runner runs this test and no other; a fault outside of tests has none. */
  readonly words?: readonly string[]
}

/** The tests of a report of Playwright's `json` reporter, one for each project that a test is run in; what failed outside of them is one, too. */
export function readPlaywright(report: object): Test[]

/** What a runner says of a fault, without colours and at most 2000 characters. */
export function plain(text: string): string
