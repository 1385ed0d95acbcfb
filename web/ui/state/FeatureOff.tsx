import type { FeatureFlag } from '#contract/config'
import { PATHS } from '#web/lib/address/paths.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FeatureOffNotice } from './FeatureOffNotice.tsx'

export interface FeatureOffProps {
  readonly feature: FeatureFlag
  /** The specification's text where it has one; "… is temporarily unavailable" when left out. */
  readonly title?: string
}

/**
 * The whole screen of a feature that the operator has switched off: it says that accounts and history still work, and a link leads
 * Home.
 */
export function FeatureOff({ feature, title }: FeatureOffProps) {
  const t = useTranslate()
  return (
    <FeatureOffNotice
      feature={feature}
      title={title}
      action={
        <ButtonLink variant="secondary" size="m" to={PATHS.Home}>
          {t('finish.home')}
        </ButtonLink>
      }
    >
      {t('off.elsewhere')}
    </FeatureOffNotice>
  )
}
