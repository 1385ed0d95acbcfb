import { PATHS } from '#web/lib/address/paths.ts'

/** What a key, or two after one another, asks for. */
export type Wish = 'search' | 'help' | { readonly to: string }

/** Where a key leads after `g`, by its Latin letter. */
const PLACES: Readonly<Partial<Record<string, string>>> = {
  h: PATHS.Home,
  w: PATHS.Wallet,
  t: PATHS.History,
  s: PATHS.Settings,
}

/** The keys, in the order in which they are told. */
export const KEYS = [
  { keys: ['/'], text: 'keys.search' },
  { keys: ['g', 'h'], text: 'nav.home' },
  { keys: ['g', 'w'], text: 'nav.wallet' },
  { keys: ['g', 't'], text: 'nav.history' },
  { keys: ['g', 's'], text: 'nav.settings' },
  { keys: ['?'], text: 'keys.help' },
] as const

/** Under which the device remembers that the keys are switched off (WCAG 2.1.4). */
export const KEYS_OFF = 'keys_off'

/** How long `g` waits for what follows it. */
const SECOND_KEY_MS = 1500

/** The parts of a keyboard event that decide. */
export interface Pressed {
  readonly key: string
  /** The place on the keyboard: letters are found by it in other alphabets. */
  readonly code: string
  readonly shiftKey: boolean
  /** In milliseconds, of any beginning. */
  readonly timeStamp: number
}

/** Reads keys one after another; gives what the last one asks for, if anything. */
export function createKeyReader(): (pressed: Pressed) => Wish | undefined {
  let goAt: number | undefined
  return (pressed) => {
    const letter = letterOf(pressed)
    const isSecond = goAt !== undefined && pressed.timeStamp - goAt <= SECOND_KEY_MS
    goAt = letter === 'g' && !isSecond ? pressed.timeStamp : undefined
    const to = isSecond && letter !== undefined ? PLACES[letter] : undefined
    if (to !== undefined) return { to }
    return signOf(pressed)
  }
}

function letterOf({ key, code }: Pressed): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
}

/** In other layouts the signs are where an English keyboard has them, too. */
function signOf({ key, code, shiftKey }: Pressed): 'search' | 'help' | undefined {
  if (key === '?' || (code === 'Slash' && shiftKey)) return 'help'
  return key === '/' || code === 'Slash' ? 'search' : undefined
}
