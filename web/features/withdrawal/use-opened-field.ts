import { useEffect, useState } from 'react'
import { openCardField } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { frameAddress } from './card-field.ts'

/** The session of a card field: on its way, open at an address, or refused. */
export type OpenedField =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'failed'; readonly failure: unknown }

/** Opens a session of the provider's card field for as long as the component is there. Not in the query cache: it is nobody else's, and never fresh. */
export function useOpenedField(): OpenedField {
  const [opened, setOpened] = useState<OpenedField>({ kind: 'opening' })
  useEffect(() => {
    const leaving = new AbortController()
    callApi(openCardField, { signal: leaving.signal }).then(
      ({ url }) => {
        const { language } = sessionStore.getState()
        setOpened({ kind: 'open', address: frameAddress(url, language, getComputedStyle(document.documentElement)) })
      },
      (failure: unknown) => {
        if (!leaving.signal.aborted) setOpened({ kind: 'failed', failure })
      },
    )
    return () => leaving.abort()
  }, [])
  return opened
}
