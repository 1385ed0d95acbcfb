/** A contact that the person chose: its name, and its numbers as they are written there. */
export interface ChosenContact {
  readonly name: string | undefined
  readonly numbers: readonly string[]
}

/** The part of the Contact Picker API that is used; few browsers have it, and TypeScript does not know it. */
interface ContactsManager {
  select(
    properties: readonly ['name', 'tel'],
    options: { readonly multiple: false },
  ): Promise<readonly { readonly name?: readonly string[]; readonly tel?: readonly string[] }[]>
}

declare global {
  interface Navigator {
    readonly contacts?: ContactsManager
  }
}

/** Whether the browser lets the person choose of their contacts. */
export function hasContacts(): boolean {
  return navigator.contacts !== undefined
}

/**
 * Has the browser show the person's contacts, of which the page learns nothing but the one that is chosen. Undefined when none is, or when
 * the browser refuses.
 */
export async function chooseContact(): Promise<ChosenContact | undefined> {
  try {
    const [chosen] = (await navigator.contacts?.select(['name', 'tel'], { multiple: false })) ?? []
    if (!chosen) return undefined
    const name = chosen.name?.find((each) => each.trim() !== '')
    const numbers = (chosen.tel ?? []).map((number) => number.trim()).filter((number) => number !== '')
    return { name, numbers: [...new Set(numbers)] }
  } catch {
    return undefined
  }
}
