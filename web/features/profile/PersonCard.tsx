import type { ReactNode } from 'react'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { profileQuery } from '#web/lib/session/profile.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { formatFullDay } from '#web/lib/texts/seldom-formats.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { formatPhone } from '#web/ui/phone/phone.ts'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Skeleton } from '#web/ui/state/Skeleton.tsx'
import css from './PersonCard.module.css'

/** The signed-in user: initial, name, member since, phone, email. */
export function PersonCard() {
  const t = useTranslate()
  const language = useSession((session) => session.language)
  const { data: profile, failure } = useRetryableQuery(profileQuery)
  if (!profile) {
    return (
      <Card isBusy={!failure}>{failure ? <LoadError message={t('profile.error')} failure={failure} /> : <PersonSkeleton />}</Card>
    )
  }
  const phone = formatPhone(profile.phone)
  return (
    <Card>
      <div className={css.person}>
        <Avatar name={profile.first_name} size="m" />
        <div className={css.words}>
          <p className={css.name}>{`${profile.first_name} ${profile.last_name}`.trim()}</p>
          <p className={css.since}>{t('profile.since', { date: formatFullDay(profile.registered_at, { language }) })}</p>
        </div>
      </div>
      <dl className={css.facts}>
        <Fact label={t('profile.phone')} value={phone} copied={`+${profile.phone}`} copyLabel={t('profile.copy_phone')} />
        <Fact
          label={t('profile.email')}
          value={<Email address={profile.email} />}
          copied={profile.email}
          copyLabel={t('profile.copy_email')}
        />
      </dl>
    </Card>
  )
}

/** An address too long for a line is broken before its @, and within a part only where that is too long itself. */
function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

interface FactProps {
  readonly label: string
  readonly value: ReactNode
  readonly copied: string
  readonly copyLabel: string
}

function Fact({ label, value, copied, copyLabel }: FactProps) {
  return (
    <div className={css.fact}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>
        <span>{value}</span>
        <CopyButton value={copied} what={label} label={copyLabel} />
      </dd>
    </div>
  )
}

function PersonSkeleton() {
  return (
    <>
      <div className={css.person}>
        <Skeleton shape="circle" width="56px" height="56px" />
        <div className={css.waiting}>
          <Skeleton width="150px" height="20px" />
          <Skeleton width="120px" height="16px" />
        </div>
      </div>
      <div className={css.facts}>
        <FactSkeleton />
        <FactSkeleton />
      </div>
    </>
  )
}

function FactSkeleton() {
  return (
    <div className={css.fact}>
      <Skeleton width="72px" height="16px" />
      <Skeleton width="150px" height="16px" />
    </div>
  )
}
