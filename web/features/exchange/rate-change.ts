import { useEffect, useState } from 'react'
import { rateText } from '#money/rate-text'
import { useSession } from '#web/lib/session/use-session.ts'
import type { Quote } from './rates.ts'

const SHOWN_MS = 5000

/** The rate before a change under a typed amount, as a text, for five seconds. Choosing another pair is not a change. */
export function useRateBeforeChange(quote: Quote | undefined, isTyped: boolean): string | undefined {
  const language = useSession((session) => session.language)
  const [seen, setSeen] = useState(quote)
  const [old, setOld] = useState<string>()
  if (seen !== quote) {
    setSeen(quote)
    const text = seen && quote && isSamePair(seen, quote) ? rateText(seen.rate, language).rate : undefined
    if (text === undefined) setOld(undefined)
    // A move that the text does not show is none for the reader.
    else if (isTyped && quote && text !== rateText(quote.rate, language).rate) setOld(text)
  }
  // Depends on the quote too: a second change within the five seconds restarts them.
  useEffect(() => {
    if (old === undefined || !quote) return
    const timer = setTimeout(() => setOld(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [old, quote])
  return old
}

function isSamePair({ rate: one }: Quote, { rate: other }: Quote): boolean {
  return one.from === other.from && one.to === other.to
}
