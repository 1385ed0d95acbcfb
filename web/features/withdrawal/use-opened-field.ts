import { useEffect, useState } from 'react'
import { openCardField } from '#contract/withdrawal'
import { callApi } from '#web/lib/api/call.ts'
import { sessionStore } from '#web/lib/session/session.ts'
import { frameAddress } from './card-field.ts'

/** The session of a card field: opening, open at an address, or refused. */
export type OpenedField =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'failed'; readonly failure: unknown }

/**
 * Opens a session of the provider's card field while the component is mounted. The session is not in the query cache, because nothing else uses
 * it and it cannot be reused.
 */
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
