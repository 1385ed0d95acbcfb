import { useQuery } from '@tanstack/react-query'
import { levelTitle } from '#texts/level-name'
import { PATHS } from '#web/lib/address/paths.ts'
import { type Profile, profileQuery } from '#web/lib/session/profile.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Link } from '#web/ui/Link.tsx'
import { RetryButton } from '#web/ui/state/RetryButton.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './Greeting.module.css'

export interface GreetingProps {
  /**
   * `bar`: small, beside the buttons of a phone's header. `page`: large, above the screen. `line`: one small line above it, in a phone's
   * header the greeting alone.
   */
  readonly size: 'bar' | 'page' | 'line'
}

/**
 * The greeting with the level, or what to do about it, under it. Without user info it greets without a name, and says that the user info
 * failed to load. On a phone the initial beside it opens the profile.
 */
export function Greeting({ size }: GreetingProps) {
  const t = useTranslate()
  const { data: profile, isPending, isFetching, refetch } = useQuery(profileQuery)
  return (
    <div className={css.greeting} data-size={size} aria-busy={isPending || undefined}>
      {size === 'bar' && (profile || isPending) ? (
        <Link to={PATHS.Settings} className={css.profile} aria-label={t('profile.title')}>
          <Avatar name={profile?.first_name} />
        </Link>
      ) : null}
      <div className={css.words}>
        {isPending ? (
          <>
            <span className={css.title}>
              <Skeleton width="12em" height="0.8lh" />
            </span>
            <span className={css.subtitle}>
              <Skeleton width="9em" height="0.8lh" />
            </span>
          </>
        ) : (
          <>
            <p className={css.title}>{greetingOf(t, profile)}</p>
            {profile ? (
              <p className={css.subtitle}>{subtitleOf(t, profile)}</p>
            ) : (
              <p className={css.subtitle} role="alert">
                {t('profile.error')}
                <RetryButton variant="text" isRetrying={isFetching} onRetry={() => void refetch()} />
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

type Words = ReturnType<typeof useTranslate>

function greetingOf(t: Words, profile: Profile | undefined): string {
  const greeting = t('welcome.greetings')
  return profile ? t('header.greeting', { greeting, first_name: profile.first_name }) : greeting
}

/** The hint to verify promises that money can move afterwards, so it is for those whose money cannot yet. */
function subtitleOf(t: Words, { identification_level: level, is_topup_allowed, is_withdrawal_allowed }: Profile): string {
  if (level.ask_for_next && !(is_topup_allowed && is_withdrawal_allowed)) return t('header.subtitle_verify')
  return level.name ? levelTitle(t, level.name) : t('kyc.none')
}
