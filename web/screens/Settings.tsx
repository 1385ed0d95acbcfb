import { LimitsLeft } from '#web/features/limits/LimitsLeft.tsx'
import { useViewport } from '#web/lib/page/viewport.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Profile } from '#web/panels/Profile.tsx'
import { ApplicationRows, SettingsCards } from '#web/panels/SettingsCards.tsx'
import { ScreenHeader } from '#web/ui/page/ScreenHeader.tsx'
import css from './Screen.module.css'

/** The profile and the settings; from 920 px who it is stands in the right pane, the settings here. */
export default function Settings() {
  const t = useTranslate()
  const isWide = useViewport() === 'desktop'
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('nav.settings')} />
      <Profile
        part={isWide ? 'settings' : 'all'}
        isMain
        above={
          <>
            <LimitsLeft />
            <SettingsCards />
          </>
        }
      >
        <ApplicationRows />
      </Profile>
    </div>
  )
}
