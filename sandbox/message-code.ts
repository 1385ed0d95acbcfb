/** The first group of exactly so many digits in a text, or null; what is in an address is none. */
export function findCode(text: string, digits: number): string | null {
  return new RegExp(`(?<![0-9])[0-9]{${digits}}(?![0-9])`).exec(text.replaceAll(/https?:\/\/\S+/g, ''))?.[0] ?? null
}
