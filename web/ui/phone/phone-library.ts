/** What can be asked about whole numbers. */
type Library = typeof import('#contract/phone-number')

let library: Library | undefined

/** Fetches what whole numbers are read with, which is heavier than a screen: only who meets a phone field waits for it. */
export async function loadPhoneLibrary(): Promise<void> {
  library ??= await import('#contract/phone-number')
}

/** What whole numbers are read with, once it has been fetched. */
export function phoneLibrary(): Library | undefined {
  return library
}
