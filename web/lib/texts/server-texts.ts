import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { textData } from '#contract/texts'
import type { Language } from '#texts/languages'
import { callApi } from '#web/lib/api/call.ts'
import { useWasIdle } from '#web/lib/page/idle.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { overrideTexts } from './texts.tsx'

const STALE_MS = 10 * 60_000

/** The query for the server's texts in a language. */
export function serverTextsQuery(language: Language) {
  return queryOptions({
    queryKey: ['text-data', language],
    queryFn: ({ signal }) => callApi(textData, { signal }),
    staleTime: STALE_MS,
  })
}

/** Fetches the server's texts after sign-in; they override the built-in ones, which serve until then. */
export function useServerTexts(): void {
  const language = useSession((session) => session.language)
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  const wasIdle = useWasIdle()
  const { data } = useQuery({
    ...serverTextsQuery(language),
    // After the screen has rendered: they mostly equal the built-in ones.
    enabled: isSignedIn && wasIdle,
  })
  useEffect(() => {
    if (data) overrideTexts(language, data.results)
  }, [data, language])
}
