import { type ReactNode, useState } from 'react'
import { type Currency, isCurrency } from '#money/currency'
import { IDENTIFICATION_PATH } from '#web/lib/address/paths.ts'
import { useRetryableQuery } from '#web/lib/api/retryable-query.ts'
import { type LevelsAndRooms, roomsQuery } from '#web/lib/config/rooms.ts'
import { useFeatureFlag } from '#web/lib/config/use-config.ts'
import { useFormats } from '#web/lib/texts/format.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { LoadError } from '#web/ui/state/LoadError.tsx'
import { Notice } from '#web/ui/state/Notice.tsx'
import { SkeletonRows } from '#web/ui/state/Skeleton.tsx'
import css from './LevelCards.module.css'
import { LevelCards } from './LevelCards.tsx'
import { RestBars } from './RestBars.tsx'

export interface LevelsSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Which currency is shown first; else the one of the first account. */
  readonly currency?: Currency | undefined
  /** What raises the level right here; without it a link leads to where that is done. */
  readonly raise?: ReactNode
}

/** The levels and their limits: what is left today, what each level allows and needs, and the way to the next. */
export default function LevelsSheet({ isOpen, onClose, currency, raise }: LevelsSheetProps) {
  const t = useTranslate()
  const { data, failure } = useRetryableQuery(roomsQuery)
  const hasNext = data?.levels.some(({ is_next }) => is_next) ?? false
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('levels.title')}
      isWide
      footer={raise ?? (hasNext ? <Upgrade /> : undefined)}
    >
      {data ? (
        <Content data={data} currencyAtFirst={currency} />
      ) : failure ? (
        <LoadError message={t('levels.error')} failure={failure} />
      ) : (
        <div aria-busy="true">
          <SkeletonRows count={6} />
        </div>
      )}
      <p className={css.note}>{t('kyc.identification_level.help')}</p>
    </Modal>
  )
}

/** The way to the next level, while the operator has it on. */
function Upgrade() {
  const t = useTranslate()
  const isOn = useFeatureFlag('kyc')
  if (!isOn) return null
  return (
    <ButtonLink isWide to={IDENTIFICATION_PATH}>
      {t('kyc.upgrade')}
    </ButtonLink>
  )
}

interface ContentProps {
  readonly data: LevelsAndRooms
  readonly currencyAtFirst: Currency | undefined
}

function Content({ data, currencyAtFirst }: ContentProps) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<Currency>()
  const currencies = currenciesOf(data)
  const asked = chosen ?? currencyAtFirst
  const currency = asked !== undefined && currencies.includes(asked) ? asked : currencies[0]
  if (!currency) return <p>{t('levels.none')}</p>
  return (
    <Stack gap="fields">
      <Chips
        label={t('reason.currency')}
        isLabelHidden
        options={currencies.map((code) => ({ value: code, label: code }))}
        value={currency}
        onValueChange={setChosen}
      />
      <FirstDay data={data} />
      <RestBars data={data} currency={currency} />
      <LevelCards levels={data.levels} currency={currency} />
    </Stack>
  )
}

/** Those that the own accounts are in, then whatever else levels have limits in. */
function currenciesOf({ rooms, levels }: LevelsAndRooms): readonly Currency[] {
  const limited = levels.flatMap(({ limits }) => limits)
  return [...new Set([...rooms, ...limited].map(({ currency_code }) => currency_code))].filter(isCurrency)
}

function FirstDay({ data: { first_day: firstDay } }: { readonly data: LevelsAndRooms }) {
  const t = useTranslate()
  const formats = useFormats()
  if (!firstDay) return null
  return <Notice title={t(`levels.first_day.${firstDay.reason}`, { until: formats.dateTime(firstDay.until) })} />
}
