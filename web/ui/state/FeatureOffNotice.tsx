import type { ReactNode } from 'react'
import type { FeatureFlag } from '#contract/config'
import { useOffUntil } from '#web/lib/config/off-until.ts'
import { useSupport } from '#web/lib/config/support.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import { Notice } from './Notice.tsx'

export interface FeatureOffNoticeProps {
  readonly feature: FeatureFlag
  /** The specification's text where it has one; "… is temporarily unavailable" when left out. */
  readonly title?: string | undefined
  /** One line about the features that still work. */
  readonly children?: ReactNode
  /** One button or link to another feature. */
  readonly action?: ReactNode
  /** Announced when it appears; left out for a notice that is there from the beginning. */
  readonly isAnnounced?: boolean
}

/**
 * The notice of a feature that the operator has switched off: amber, in place of the feature, with its return time and the support's
 * contact.
 */
export function FeatureOffNotice({ feature, title, children, action, isAnnounced = false }: FeatureOffNoticeProps) {
  const t = useTranslate()
  const until = useOffUntil(feature)
  const { email } = useSupport()
  return (
    <Notice
      tone="warning"
      title={title ?? t('off.generic', { feature: t(`feature.${feature}`) })}
      action={action}
      isAnnounced={isAnnounced}
    >
      <Stack gap="lines">
        {until === undefined ? null : <p>{until}</p>}
        {children ? <p>{children}</p> : null}
        <p>
          <TextLink href={`mailto:${email}`} isQuiet>
            {t('off.support')}
          </TextLink>
        </p>
      </Stack>
    </Notice>
  )
}
