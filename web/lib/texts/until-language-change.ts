import { useState } from 'react'
import { useSession } from '#web/lib/session/use-session.ts'

/** A message from the server until the page's language changes, then undefined: a screen never shows two languages. */
export function useUntilLanguageChange(message: string | undefined): string | undefined {
  const language = useSession((session) => session.language)
  const [shown, setShown] = useState({ message, language })
  if (shown.message !== message) setShown({ message, language })
  return shown.language === language ? message : undefined
}
