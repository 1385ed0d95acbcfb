import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IdentificationCard } from '#web/features/identity/IdentificationCard.tsx'
import { DocumentsCard } from '#web/features/profile/DocumentsCard.tsx'
import { HelpCard } from '#web/features/profile/HelpCard.tsx'
import { PersonCard } from '#web/features/profile/PersonCard.tsx'
import { PreferencesCard } from '#web/features/profile/PreferencesCard.tsx'
import { useQueryFailure } from '#web/lib/api/retryable-query.ts'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { profileQuery } from '#web/lib/session/profile.ts'
import css from './Profile.module.css'

const LevelsSheet = lazyComponent(() => import('#web/features/limits/LevelsSheet.tsx'))

export interface ProfileProps {
  /** `person` and `settings` are the two halves, for the two panes of the settings screen. */
  readonly part?: 'all' | 'person' | 'settings'
  /** It stands on the settings screen, where identification is the thing to do; elsewhere it stands beside another screen. */
  readonly isMain?: boolean
  /** What stands above the settings on their screen alone, and what of the application is set there. */
  readonly above?: ReactNode
  readonly children?: ReactNode
}

/** The profile panel: who this is and how they are identified, then settings, documents, help and the way out. */
export function Profile({ part = 'all', isMain = false, above, children }: ProfileProps) {
  return (
    <div className={css.cards}>
      {part === 'settings' ? null : (
        <>
          <PersonCard />
          <Identification isMain={isMain} />
        </>
      )}
      {part === 'person' ? null : (
        <>
          {above}
          <PreferencesCard>{children}</PreferencesCard>
          <DocumentsCard />
          <HelpCard />
        </>
      )}
    </div>
  )
}

function Identification({ isMain }: { readonly isMain: boolean }) {
  const answer = useQuery(profileQuery)
  const failure = useQueryFailure(answer)
  const { data: profile, refetch } = answer
  // The person's card says that it could not be had.
  if (failure) return null
  return (
    <IdentificationCard
      known={
        profile && {
          levelName: profile.identification_level.name,
          asksForNext: profile.identification_level.ask_for_next,
          active: profile.active_identification,
        }
      }
      isMain={isMain}
      onChange={() => void refetch()}
      levels={(opened, raise) => <LevelsSheet {...opened} raise={raise} />}
    />
  )
}
