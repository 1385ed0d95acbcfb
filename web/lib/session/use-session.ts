import { useStore } from 'zustand'
import { type Session, sessionStore } from './session.ts'

/** Selects a part of the session; rerenders when that part changes: `useSession((session) => session.language)`. */
export function useSession<Part>(select: (session: Session) => Part): Part {
  return useStore(sessionStore, select)
}
