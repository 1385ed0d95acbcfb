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
  const end = useRef<() => void>(undefined)
  return {
    async sign(start) {
      let isOver = false
      const over = new Promise<undefined>((resolve) => {
        end.current = () => {
          isOver = true
          resolve(undefined)
        }
      })
      async function signed(): Promise<Signed | undefined> {
        const { options } = await start()
        // The browser asks for nothing that nobody wants any more.
        return isOver ? undefined : { passkey: await signWithPasskey(options) }
      }
      const failed = (failure: unknown) => ({ message: passkeyFailureText(t, failure) })
      return await Promise.race([signed().catch(failed), over])
    },
    giveUp() {
      end.current?.()
      end.current = undefined
    },
  }
}
