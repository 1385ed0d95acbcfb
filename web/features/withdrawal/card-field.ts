import * as v from 'valibot'

/** A card typed into the provider's field, as far as the field tells the page. The server asks the provider itself. */
export interface TypedCard {
  readonly token: string
  /** `220012******4821`. */
  readonly masked: string
}

const TYPE = 'card-field'
// A field of one line with its label, message and button is never higher.
const HEIGHT_MAX = 280

// Built only from parts of the library that the page already loads: a variant would add to every screen.
const told = v.object({
  type: v.literal(TYPE),
  event: v.picklist(['ready', 'typing', 'submit', 'expired', 'height', 'card']),
  height: v.optional(v.number()),
  token: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/))),
  masked: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{6}\*{2,9}[0-9]{4}$/))),
})

/** The messages of the field to the page: it has loaded, it needs a height, or the person has typed. */
export type CardFieldMessage =
  | { readonly event: 'ready' | 'typing' | 'submit' | 'expired' }
  | { readonly event: 'height'; readonly height: number }
  | { readonly event: 'card'; readonly card: TypedCard }

/** The commands of the page to the field: take the focus, or give another token for the same number. */
export type CardFieldCommand = 'focus' | 'renew'

/** Reads a message of the field; undefined for a message of another shape, or not from the field's frame and origin. */
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

/** Sends the field a command, only to its own origin. */
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

/** The address of the field's page, with the language and the look of the surrounding page. */
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
 * Whether the payout provider has a card field of its own, shown in a frame. The server writes this into the page beside the policy that allows
 * the frame, so the two never differ.
 */
export function hasCardField(): boolean {
  return document.querySelector('meta[name="wallet-card-field"]')?.getAttribute('content') === 'true'
}
