import { useStore } from 'zustand'
import { type Session, sessionStore } from './session.ts'

/** A part of the session; the component is drawn again when that part changes: `useSession((session) => session.language)`. */
export function useSession<Part>(select: (session: Session) => Part): Part {
  return useStore(sessionStore, select)
}
