import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import type { Language } from '#texts/languages'
import type { Catalogue } from '#texts/translate'
import { hearLanguage } from '#web/lib/session/offered-language.ts'
import { setLanguage } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { loadStartTexts } from '#web/lib/texts/catalogues.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './LanguageOffer.module.css'

function answer(language: Language): void {
  hearLanguage(undefined)
  setLanguage(language)
}

/** Offers to go on in another language, in its words. Either answer is a choice, which the device keeps. */
export default function LanguageOffer({ to }: { readonly to: Language }) {
  const language = useSession((session) => session.language)
  const [texts, setTexts] = useState<Catalogue>({})
  useEffect(() => {
    void loadStartTexts(to).then(setTexts)
  }, [to])
  return (
    <>
      <button type="button" className={css.switch} lang={to} onClick={() => answer(to)}>
        {texts['language.offer']}
      </button>
      <span lang={to}>
        <IconButton label={texts['language.keep'] ?? ''} icon={<X size={20} aria-hidden />} onClick={() => answer(language)} />
      </span>
    </>
  )
}
