import { useState } from 'react'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { AuthForm } from './AuthForm.tsx'
import { ConsentBoxes, consentReason } from './ConsentBoxes.tsx'
import { useAcceptConsents } from './queries.ts'

/** Asks a signed-in user for consents: every document with its own checkbox; prechecked as at sign-up. */
export function ConsentForm({ documents }: { readonly documents: readonly string[] }) {
  const t = useTranslate()
  const isPrechecked = useFeatureFlag('consents_prechecked')
  const [changed, setChanged] = useState<readonly string[]>()
  const accept = useAcceptConsents()
  // What the user has not touched follows the feature flag.
  const ticked = changed ?? (isPrechecked ? documents : [])
  const missing = documents.filter((id) => !ticked.includes(id))
  return (
    <AuthForm
      missing={missing.map(consentReason)}
      submit={t('common.continue')}
      isLoading={accept.isPending}
      error={accept.error ? failureText(t, accept.error) : undefined}
      onSubmit={() => accept.mutate(documents)}
    >
      <p>{t('consents.text')}</p>
      <ConsentBoxes documents={documents} ticked={ticked} onTicked={setChanged} />
    </AuthForm>
  )
}
