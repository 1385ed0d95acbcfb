import BadgeCheck from 'lucide-react/icons/badge-check'
import { levelTitle } from '#texts/level-name'
import type { TextKey } from '#texts/texts'
import { progressOf, type Step, stepOf } from '#web/features/identity/step.ts'
import { IDENTIFICATION_PATH, LIMITS_PATH, PATHS } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { type Profile, profileQuery } from '#web/lib/session/profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import { TextLink } from '#web/ui/TextLink.tsx'
import css from './ProfileCard.module.css'

/** What the link to the identification says; the step itself is on the settings screen. */
const STEP_TEXTS: Readonly<Record<Step, TextKey>> = {
  upgrade: 'kyc.upgrade',
  next: 'kyc.next',
  refresh: 'side.in_review',
  retry: 'kyc.retry',
}

/** Who is signed in, in two lines: name, level with the badge of a confirmed person, what to do about the identification. */
export function ProfileCard() {
  const t = useTranslate()
  const { data: profile, failure } = useRetryableQuery(profileQuery)
  if (!profile) {
    return (
      <Card isBusy={!failure}>{failure ? <LoadError message={t('profile.error')} failure={failure} /> : <PersonSkeleton />}</Card>
    )
  }
  return (
    <Card>
      <Person profile={profile} />
    </Card>
  )
}

function Person({ profile }: { readonly profile: Profile }) {
  const t = useTranslate()
  const { first_name, last_name, identification_level: level, active_identification: active } = profile
  const progress = progressOf(active?.status)
  const step = stepOf({ asksForNext: level.ask_for_next, status: active?.status })
  return (
    <div className={css.person}>
      <Avatar name={first_name} />
      <div className={css.words}>
        <p className={css.name}>
          <TextLink to={PATHS.Settings} isQuiet>
            {`${first_name} ${last_name}`.trim()}
          </TextLink>
        </p>
        <p className={css.level}>
          <span className={css.said}>{level.name ? levelTitle(t, level.name) : t('kyc.none')}</span>
          {progress === 'complete' ? (
            <span className={css.badge}>
              <BadgeCheck size={16} aria-hidden />
              {t('kyc.status.complete')}
            </span>
          ) : null}
        </p>
      </div>
      {step ? (
        <TextLink to={IDENTIFICATION_PATH} isQuiet>
          {t(progress === 'pending' ? 'kyc.status.pending' : STEP_TEXTS[step])}
        </TextLink>
      ) : progress === 'complete' ? (
        <TextLink to={LIMITS_PATH} isQuiet>
          {t('kyc.allowed')}
        </TextLink>
      ) : null}
    </div>
  )
}

function PersonSkeleton() {
  return (
    <div className={css.person}>
      <Skeleton shape="circle" width="40px" height="40px" />
      <div className={css.words}>
        <p className={css.name}>
          <Skeleton width="150px" height="20px" />
        </p>
        <p className={css.level}>
          <Skeleton width="120px" height="14px" />
        </p>
      </div>
    </div>
  )
}
