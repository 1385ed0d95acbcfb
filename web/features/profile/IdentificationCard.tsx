import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, CircleX, Clock, Info } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/lib/texts.tsx'
import { Card } from '#web/ui/Card.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import css from './IdentificationCard.module.css'
import { profileQuery } from './queries.ts'

/** How far the person is identified (spec point 2): the level, what levels give, and the state of an identification under way. */
export function IdentificationCard() {
  const t = useTexts()
  const { data: profile, isError } = useQuery(profileQuery)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const level = profile?.identification_level.name
  const status = profile?.active_identification?.status
  // The person's card says that it could not be had.
  if (isError && !profile) return null
  return (
    <Card
      title={t('kyc.section')}
      isBusy={!profile}
      action={
        <span className={css.info}>
          <IconButton label={t('kyc.help_open')} icon={<Info size={20} aria-hidden />} onClick={() => setHelpOpen(true)} />
        </span>
      }
    >
      {profile ? (
        <p className={css.level}>{level ? t('kyc.level', { name: level }) : t('kyc.none')}</p>
      ) : (
        <Skeleton width="140px" height="24px" />
      )}
      {status === undefined ? null : <StatusChip status={status} />}
      <Modal isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('kyc.help_open')}>
        <p className={css.help}>{t('kyc.identification_level.help')}</p>
      </Modal>
    </Card>
  )
}

/** Only two values have a meaning of their own; any other is shown as it came (spec point 4). */
function StatusChip({ status }: { readonly status: string }) {
  const t = useTexts()
  const tone = status === 'complete' || status === 'aborted' ? status : 'other'
  const Icon = { complete: BadgeCheck, aborted: CircleX, other: Clock }[tone]
  return (
    <p className={css.chip} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {t(`kyc.status.${tone}`, { status })}
    </p>
  )
}
