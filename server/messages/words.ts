import type { Keys } from '#server/security/keys'
import { deviceName } from '#texts/device-name'
import type { TextKey, Texts } from '#texts/texts'
import { isLinked, isMailed, type TellingKind } from './kinds.ts'
import { secureLink } from './secure-link.ts'
import type { Message } from './store.ts'

/** What messages are put into words with. */
export interface Wording {
  readonly keys: Keys
  readonly texts: Texts
  readonly brandName: string
  /** Where the page is served, without a slash at its end. */
  readonly publicUrl: string
}

/** A message in words. */
export interface Words {
  /** One line. */
  readonly subject: string
  readonly text: string
}

/** Puts a message into the words of its channel, in its reader's language. */
export function wordsOf(
  { keys, texts, brandName, publicUrl }: Wording,
  { id, channel, kind, language, details }: Message & { readonly kind: TellingKind },
): Words {
  const { device } = details
  const parameters = {
    ...details,
    ...(device !== undefined && { device: deviceName(device) ?? texts.translate(language, 'sessions.unknown') }),
    brand: brandName,
    url: isLinked(kind) ? secureLink(keys, publicUrl, id) : publicUrl,
  }
  const say = (key: TextKey): string => texts.translate(language, key, parameters)
  if (channel === 'sms') return { subject: '', text: say(`sms.${kind}`) }
  if (!isMailed(kind)) throw new Error(`No e-mail tells of ${kind}`)
  return { subject: say(`email.${kind}.subject`), text: say(`email.${kind}`) }
}
