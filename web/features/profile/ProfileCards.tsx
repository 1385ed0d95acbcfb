import { DocumentsCard } from './DocumentsCard.tsx'
import { HelpCard } from './HelpCard.tsx'
import { IdentificationCard } from './IdentificationCard.tsx'
import { PersonCard } from './PersonCard.tsx'
import { PreferencesCard } from './PreferencesCard.tsx'
import css from './ProfileCards.module.css'

export interface ProfileCardsProps {
  /** `person` and `settings` are the two halves, for the two panes of the settings screen. */
  readonly part?: 'all' | 'person' | 'settings'
}

/** The profile panel (spec point 2): who this is and how they are identified, then settings, documents, help and the way out. */
export function ProfileCards({ part = 'all' }: ProfileCardsProps) {
  return (
    <div className={css.cards}>
      {part === 'settings' ? null : (
        <>
          <PersonCard />
          <IdentificationCard />
        </>
      )}
      {part === 'person' ? null : (
        <>
          <PreferencesCard />
          <DocumentsCard />
          <HelpCard />
        </>
      )}
    </div>
  )
}
