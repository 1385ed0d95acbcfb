import Languages from 'lucide-react/icons/languages'
import { LANGUAGES } from '#texts/languages'
import { setLanguage } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import css from './LanguageSwitch.module.css'

/** Changes to the other language, which it names in its own words. Values in forms stay. */
export function LanguageSwitch() {
  const t = useTranslate()
  const current = useSession((session) => session.language)
  return LANGUAGES.filter((language) => language !== current).map((language) => (
    <button key={language} type="button" className={css.switch} lang={language} onClick={() => setLanguage(language)}>
      <Languages className={css.icon} size={20} strokeWidth={1.75} aria-hidden />
      {t(`language.${language}`)}
    </button>
  ))
}
