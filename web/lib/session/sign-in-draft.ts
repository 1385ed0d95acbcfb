import { readStored, writeStored } from './storage.ts'

/** Which flow a draft belongs to. */
export type SignInFlow = 'register' | 'login'

const keyOf = (flow: SignInFlow): string => `draft_${flow}`

/** The input of a flow's first step, as JSON; in sessionStorage, so that a reload at the code step does not lose it. */
export function readDraft(flow: SignInFlow): string | undefined {
  return readStored(keyOf(flow), 'tab')
}

/** Stores the input of a flow's first step. */
export function saveDraft(flow: SignInFlow, draft: unknown): void {
  writeStored(keyOf(flow), JSON.stringify(draft), 'tab')
}

/** Clears the input of a flow's first step. */
export function clearDraft(flow: SignInFlow): void {
  writeStored(keyOf(flow), undefined, 'tab')
}

/** Clears both, on sign-in and sign-out. */
export function clearDrafts(): void {
  for (const flow of ['register', 'login'] as const) clearDraft(flow)
}
