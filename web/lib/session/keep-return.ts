import { RETURN_PATH } from './return-path.ts'
import { writeStored } from './storage.ts'

/** Keeps where somebody was who has to sign in first, for this tab: sign-in and sign-up lead back to it. */
export function keepReturn(path: string): void {
  writeStored(RETURN_PATH, path, 'tab')
}

/** They are back. */
export function forgetReturn(): void {
  writeStored(RETURN_PATH, undefined, 'tab')
}
