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
import { useProfile } from '#web/lib/session/use-profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { SheetRow } from '#web/ui/sheet/SheetRow.tsx'
import css from './Profile.module.css'

const PinSheet = lazyComponent(() => import('#web/features/auth/PinSheet.tsx'))
const PasskeysSheet = lazyComponent(() => import('#web/features/passkeys/PasskeysSheet.tsx'))
const FreezeSheet = lazyComponent(() => import('#web/features/auth/FreezeSheet.tsx'))
const SessionsSheet = lazyComponent(() => import('#web/features/profile/SessionsSheet.tsx'))
const MyDataSheet = lazyComponent(() => import('#web/features/auth/MyDataSheet.tsx'))

export interface ProfileProps {
  /** `person` and `settings` are the two halves, for the two panes of the settings screen. */
  readonly part?: 'all' | 'person' | 'settings'
  /** It stands on the settings screen, where identification is the thing to do; elsewhere it stands beside another screen. */
  readonly isMain?: boolean
  /** Settings that stand on their screen alone. */
  readonly children?: ReactNode
}

/** The profile panel: who this is and how they are identified, then settings, documents, help and the way out. */
export function Profile({ part = 'all', isMain = false, children }: ProfileProps) {
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
          <PreferencesCard>
            {children}
            <SheetRows />
          </PreferencesCard>
          <DocumentsCard />
          <HelpCard />
        </>
      )}
    </div>
  )
}

/** What protects the wallet, where one is signed in, and all that is kept of one; the PIN only where it is known to be set. */
function SheetRows() {
  const t = useTranslate()
  const profile = useProfile()
  return (
    <>
      {profile?.has_pin ? (
        <SheetRow label={t('pin.row')} sheet={(opened) => <PinSheet {...opened} phone={profile.phone} />} />
      ) : null}
      <SheetRow label={t('passkeys.title')} sheet={(opened) => <PasskeysSheet {...opened} />} />
      <SheetRow label={t('freeze.row')} sheet={(opened) => <FreezeSheet {...opened} />} />
      <SheetRow label={t('profile.sessions')} sheet={(opened) => <SessionsSheet {...opened} />} />
      <SheetRow label={t('data.title')} sheet={(opened) => <MyDataSheet {...opened} />} />
    </>
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
    />
  )
}
