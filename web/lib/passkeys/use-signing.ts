import { useRef } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { signWithPasskey } from './ceremony.ts'
import { passkeyFailureText } from './failure-text.ts'

/** What the browser has signed, or the message for the user why it has not. */
type Signed = { readonly passkey: string } | { readonly message: string }

export interface Signing {
  /** Has the browser sign what the server is asked for; nothing when that was given up meanwhile. */
  readonly sign: (start: () => Promise<{ readonly options: string }>) => Promise<Signed | undefined>
  /** Whatever the browser still asks for does not matter any more. */
  readonly giveUp: () => void
}

/** Signs with a passkey of the user, for a flow that may be left before the browser answers. */
export function useSigning(): Signing {
  const t = useTranslate()
  const current = useRef<object>(undefined)
  return {
    async sign(start) {
      const own = {}
      current.current = own
      const signed = await signOptions(start).catch((failure: unknown) => ({ message: passkeyFailureText(t, failure) }))
      return current.current === own ? signed : undefined
    },
    giveUp() {
      current.current = undefined
    },
  }
}

async function signOptions(start: () => Promise<{ readonly options: string }>): Promise<Signed> {
  const { options } = await start()
  return { passkey: await signWithPasskey(options) }
}
