import { useState } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'

/** A message of the server while the page speaks the language it was worded in; nothing after that: a screen never speaks two languages. */
export function useSameLanguage(message: string | undefined): string | undefined {
  const language = useSession((session) => session.language)
  const [said, setSaid] = useState({ message, language })
  if (said.message !== message) setSaid({ message, language })
  return said.language === language ? message : undefined
}
