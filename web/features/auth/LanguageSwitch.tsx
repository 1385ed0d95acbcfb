import Languages from 'lucide-react/icons/languages'
import { LANGUAGE_FACTS, LANGUAGES } from '#texts/languages'
import { setLanguage } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import css from './LanguageSwitch.module.css'

/** Changes to another language, each of which is named in its own words. Values in forms stay. */
export function LanguageSwitch() {
  const current = useSession((session) => session.language)
  return LANGUAGES.filter((language) => language !== current).map((language) => (
    <button key={language} type="button" className={css.switch} lang={language} onClick={() => setLanguage(language)}>
      <Languages className={css.icon} size={20} strokeWidth={1.75} aria-hidden />
      {LANGUAGE_FACTS[language].name}
    </button>
  ))
}
