import type { Keys } from '#server/security/keys'
import type { TextKey, Texts } from '#texts/texts'
import { isLinked, isMailed, isTexted, type TellingKind } from './kinds.ts'
import { noticeParameters } from './notice-words.ts'
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
  const parameters = {
    ...noticeParameters(texts, language, { parameters: details, canSecure: isLinked(kind) }),
    brand: brandName,
    url: isLinked(kind) ? secureLink(keys, publicUrl, id) : publicUrl,
  }
  const say = (key: TextKey): string => texts.translate(language, key, parameters)
  if (channel === 'sms') {
    if (!isTexted(kind)) throw new Error(`No SMS tells of ${kind}`)
    return { subject: '', text: say(`sms.${kind}`) }
  }
  if (!isMailed(kind)) throw new Error(`No e-mail tells of ${kind}`)
  return { subject: say(`email.${kind}.subject`), text: say(`email.${kind}`) }
}
