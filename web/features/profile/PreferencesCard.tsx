import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId } from 'react'
import { LANGUAGE_FACTS, LANGUAGES } from '#texts/languages'
import { setAmountsHidden, setLanguage, setTheme, THEMES } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Rows } from '#web/ui/sheet/SheetRow.tsx'
import css from './PreferencesCard.module.css'

interface PreferencesCardProps {
  /** What else there is to say of the application. */
  readonly children?: ReactNode
}

/** What this device remembers: language, theme, hidden amounts. */
export function PreferencesCard({ children }: PreferencesCardProps) {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const theme = useSession((session) => session.theme)
  return (
    <Card title={t('settings.app')}>
      <Rows>
        <Choice
          label={t('profile.language')}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_FACTS[value].name }))}
          value={language}
          onChoose={setLanguage}
        />
        <Choice
          label={t('profile.theme')}
          options={THEMES.map((value) => ({ value, label: t(`profile.theme_${value}`) }))}
          value={theme}
          onChoose={setTheme}
        />
        <HiddenAmounts />
        {children}
      </Rows>
    </Card>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** A row with the browser's own list of choices at its end. */
function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className={css.row}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <span className={css.choice}>
        <select
          id={id}
          className={css.select}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value)
            if (chosen) onChoose(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={css.chevron} size={20} aria-hidden />
      </span>
    </div>
  )
}

function HiddenAmounts() {
  const t = useTranslate()
  const isHidden = useSession((session) => session.isAmountsHidden)
  return (
    <label className={css.row}>
      <span className={css.label}>{t('balance.hide')}</span>
      <input
        className={css.switch}
        type="checkbox"
        role="switch"
        checked={isHidden}
        aria-checked={isHidden}
        onChange={(event) => setAmountsHidden(event.currentTarget.checked)}
      />
    </label>
  )
}
