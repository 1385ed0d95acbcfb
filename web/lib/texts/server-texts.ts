import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { textData } from '#contract/texts'
import type { Language } from '#texts/languages'
import { callApi } from '#web/lib/api/call.ts'
import { useWasIdle } from '#web/lib/page/idle.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { overrideTexts } from './texts.tsx'

const STALE_MS = 10 * 60_000

/** The server's texts of a language in the query cache. */
export function serverTextsQuery(language: Language) {
  return queryOptions({
    queryKey: ['text-data', language],
    queryFn: ({ signal }) => callApi(textData, { signal }),
    staleTime: STALE_MS,
  })
}

/** Fetches the server's texts for whoever is signed in and puts them above the built-in ones. Without them the page still speaks. */
export function useServerTexts(): void {
  const language = useSession((session) => session.language)
  const isSignedIn = useSession((session) => session.authToken !== undefined)
  const wasIdle = useWasIdle()
  const { data } = useQuery({
    ...serverTextsQuery(language),
    // After what is on the screen: mostly they say what the page says.
    enabled: isSignedIn && wasIdle,
  })
  useEffect(() => {
    if (data) overrideTexts(language, data.results)
  }, [data, language])
}
