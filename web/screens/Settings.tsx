import { ProfileCards } from '#web/features/profile/ProfileCards.tsx'
import { useTexts } from '#web/lib/texts.tsx'
import { useViewport } from '#web/lib/viewport.ts'
import { ScreenHeader } from '#web/ui/ScreenHeader.tsx'
import css from './Screen.module.css'

/** The profile and the settings (spec point 2); from 920 px who it is stands in the right pane, the settings here. */
export default function Settings() {
  const t = useTexts()
  const isWide = useViewport() === 'desktop'
  return (
    <div className={css.screen}>
      <ScreenHeader title={t('nav.settings')} />
      <ProfileCards part={isWide ? 'settings' : 'all'} />
    </div>
  )
}
