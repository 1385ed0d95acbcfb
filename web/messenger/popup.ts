import { popup } from '@tma.js/sdk-react'

/** What the messenger takes in a window of its own. */
export const POPUP = { titleMax: 64, messageMax: 256, buttonsMax: 3 } as const

export interface Question {
  readonly title: string
  readonly message: string
  /** The answers besides "cancel", which the messenger words itself: two at most. */
  readonly answers: readonly { readonly id: string; readonly text: string; readonly isDangerous?: boolean }[]
}

/** Asks in a window of the messenger (6.2) and gives the id of the answer; nothing for "cancel", and where there are no such windows. */
export async function askInPopup({ title, message, answers }: Question): Promise<string | undefined> {
  if (answers.length >= POPUP.buttonsMax) throw new Error(`A window of the messenger has ${POPUP.buttonsMax} buttons at most`)
  const asked = popup.show.ifAvailable({
    title: cut(title, POPUP.titleMax),
    message: cut(message, POPUP.messageMax),
    buttons: [
      ...answers.map(({ id, text, isDangerous = false }) => ({
        id,
        text: cut(text, POPUP.titleMax),
        type: isDangerous ? ('destructive' as const) : ('default' as const),
      })),
      { id: 'cancel', type: 'cancel' as const },
    ],
  })
  const answer = asked.ok ? await asked.data : undefined
  return answer === 'cancel' || answer === null ? undefined : answer
}

/** The text at most so many characters long, with an ellipsis where something is missing. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  return text.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`.slice(0, max)
}
