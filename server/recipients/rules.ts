import { nameRecipients } from '#server/outgoing/recipient-names'

/** Whom or what somebody has sent to. */
export interface SentTo {
  /** Of the last operation that went there. */
  readonly id: string
  readonly kind: 'person' | 'card' | 'address'
  /** What may be shown: of a person a first name and an initial, of a card or an address its mask. */
  readonly shown: string
  /** What its owner calls it. */
  readonly ownName: string | null
  readonly isFavourite: boolean
  readonly currencyCode: string
  readonly lastUsedAt: Date
}

/** Where a page of recipients begins: after whoever stood there. */
export type Place = Pick<SentTo, 'isFavourite' | 'lastUsedAt' | 'id'>

/** What of the list is asked for. */
export interface RecipientQuery {
  readonly kind: SentTo['kind'] | undefined
  readonly search: string | undefined
  readonly after: Place | undefined
  readonly limit: number
}

/** A page of recipients as they are shown, and where the next one begins; nothing on the last. */
export interface RecipientPage {
  readonly recipients: readonly SentTo[]
  readonly next: Place | undefined
}

const PLACE = /^([01])\.([0-9]{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Reads where a page begins; nothing for a text that is no such place. */
export function parsePlace(unchecked: string): Place | undefined {
  const match = PLACE.exec(Buffer.from(unchecked, 'base64url').toString('latin1'))
  return match ? { isFavourite: match[1] === '1', lastUsedAt: new Date(Number(match[2])), id: match[3] ?? '' } : undefined
}

/** A place as a text that parsePlace reads. */
export function textOfPlace({ isFavourite, lastUsedAt, id }: Place): string {
  return Buffer.from(`${isFavourite ? 1 : 0}.${lastUsedAt.getTime()}.${id}`).toString('base64url')
}

/** A page of what was asked for: favourites first, then the latest first. Cards that end alike show more of themselves, wherever they stand. */
export function pageOf(all: readonly SentTo[], { kind, search = '', after, limit }: RecipientQuery): RecipientPage {
  const words = plain(search).split(' ').filter(Boolean)
  const found = named(all)
    .filter((recipient) => (kind === undefined || recipient.kind === kind) && matches(recipient, words))
    .sort(inOrder)
    .filter((recipient) => after === undefined || inOrder(after, recipient) < 0)
  const recipients = found.slice(0, limit)
  return { recipients, next: found.length > limit ? recipients.at(-1) : undefined }
}

/** Recipients as they are shown. */
function named(all: readonly SentTo[]): SentTo[] {
  const paid = all.flatMap(({ id, kind, shown }) => (kind === 'person' ? [] : [{ id, kind, masked: shown }]))
  const names = nameRecipients(paid)
  const shown = new Map(paid.map(({ id }, place) => [id, names[place]]))
  return all.map((recipient) => ({ ...recipient, shown: shown.get(recipient.id) ?? recipient.shown }))
}

function inOrder(left: Place, right: Place): number {
  if (left.isFavourite !== right.isFavourite) return left.isFavourite ? -1 : 1
  return right.lastUsedAt.getTime() - left.lastUsedAt.getTime() || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0)
}

/** Whether every word is in the name or in what is shown; figures are found however they are spaced. */
function matches({ ownName, shown }: SentTo, words: readonly string[]): boolean {
  const text = plain(`${ownName ?? ''} ${shown}`)
  const digits = shown.replaceAll(/[^0-9]/g, '')
  return words.every((word) => text.includes(word) || (/^\+?[0-9]+$/.test(word) && digits.includes(word.replace('+', ''))))
}

/** A text without what people do not look for it by: capitals, е for ё, kinds of spaces. */
function plain(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('ru').replaceAll('ё', 'е').replaceAll(/\s+/g, ' ').trim()
}
