import * as v from 'valibot'

/** A card that was typed into the provider's field: what the field tells of it. The server asks the provider itself. */
export interface TypedCard {
  readonly token: string
  /** `220012******4821`. */
  readonly masked: string
}

const TYPE = 'card-field'
// Higher is no field of one line with its label, message and button.
const HEIGHT_MAX = 280

// Only what the page has of the library already: a variant would be in what every screen loads.
const told = v.object({
  type: v.literal(TYPE),
  event: v.picklist(['ready', 'typing', 'submit', 'expired', 'height', 'card']),
  height: v.optional(v.number()),
  token: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/))),
  masked: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{6}\*{2,9}[0-9]{4}$/))),
})

/** What the field tells the page: that it is there, what it needs, and what came of typing. */
export type CardFieldMessage =
  | { readonly event: 'ready' | 'typing' | 'submit' | 'expired' }
  | { readonly event: 'height'; readonly height: number }
  | { readonly event: 'card'; readonly card: TypedCard }

/** What the page tells the field: to take the focus, or to give another token for the same number. */
export type CardFieldCommand = 'focus' | 'renew'

/** Reads a message of the field; nothing for one that is not as agreed, or has not come from its frame at its origin. */
export function readMessage(
  { origin, source, data }: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>,
  field: { readonly origin: string; readonly frame: Window | null | undefined },
): CardFieldMessage | undefined {
  if (origin !== field.origin || !source || source !== field.frame) return undefined
  const message = v.safeParse(told, data)
  if (!message.success) return undefined
  const { event, height, token, masked } = message.output
  if (event === 'height') return height !== undefined && height > 0 && height <= HEIGHT_MAX ? { event, height } : undefined
  if (event === 'card') return token !== undefined && masked !== undefined ? { event, card: { token, masked } } : undefined
  return { event }
}

/** Sends the field a command, to its origin alone. */
export function tellField(frame: Window | null | undefined, origin: string, event: CardFieldCommand): void {
  frame?.postMessage({ type: TYPE, event }, origin)
}

const LOOK = {
  surface: '--surface',
  text: '--text',
  quiet: '--text-2',
  border: '--border-strong',
  primary: '--primary',
  danger: '--danger',
  focus: '--focus',
  radius: '--radius-m',
  size: '--size-field',
}

/** The address of the field's page, with the language and the look it is to have: that of the page around it. */
export function frameAddress(url: string, language: string, styles: Pick<CSSStyleDeclaration, 'getPropertyValue'>): string {
  const address = new URL(url)
  const scheme = styles.getPropertyValue('color-scheme').includes('dark') ? 'dark' : 'light'
  for (const [name, value] of [
    ['lang', language],
    ['scheme', scheme],
  ] as const)
    address.searchParams.set(name, value)
  for (const [name, token] of Object.entries(LOOK)) {
    const value = styles.getPropertyValue(token).trim()
    if (value !== '') address.searchParams.set(name, value)
  }
  return address.href
}

/**
 * Whether the payout provider has a card field of its own, which is shown in a frame. The server writes it into the page beside the policy
 * that allows the frame, so the two never differ.
 */
export function hasCardField(): boolean {
  return document.querySelector('meta[name="wallet-card-field"]')?.getAttribute('content') === 'true'
}
