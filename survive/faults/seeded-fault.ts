/** A small mistake that somebody could make, and the test that is there to notice it. */
export interface SeededFault {
  readonly name: string
  /** What a person would say has gone wrong. */
  readonly mistake: string
  readonly file: string
  /** What stands in the file, exactly once. */
  readonly text: string
  readonly replacement: string
  /** The id of that test. */
  readonly caughtBy: string
}

/** Puts a fault into the text of its file; throws where the text that it changes is not there exactly once, as the code has moved on. */
export function seedFault(
  { name, file, text, replacement }: Pick<SeededFault, 'name' | 'file' | 'text' | 'replacement'>,
  source: string,
): string {
  const parts = source.split(text)
  if (parts.length !== 2)
    throw new Error(`The fault ${name} finds its text ${parts.length - 1} times in ${file}: bring it up to date`)
  return parts.join(replacement)
}
