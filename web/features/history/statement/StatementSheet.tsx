import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { statementFile } from '#contract/statement'
import type { Currency } from '#money/currency'
import type { DateRange } from '#web/features/history/period/period.ts'
import { useRangeText } from '#web/features/history/period/range-text.ts'
import { downloadFile } from '#web/lib/api/download.ts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useSingleFlightMutation } from '#web/lib/api/single-flight.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { saveFile } from '#web/lib/page/save-file.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chips } from '#web/ui/field/Chips.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import css from './StatementSheet.module.css'
import type { StatementFilter } from './use-statement.ts'

const FORMATS = ['pdf', 'csv'] as const
type Format = (typeof FORMATS)[number]

export interface StatementSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The user's accounts: at least one. */
  readonly accounts: readonly { readonly id: string; readonly currency: Currency }[]
  /** The initial account and period: instants, `from` inclusive and `to` exclusive. */
  readonly part: Pick<StatementFilter, 'accountId' | 'from' | 'to'>
  /** The period that the user chose; undefined for all days. */
  readonly range: DateRange | undefined
}

/**
 * Downloads the statement of an account over the shown period as a file: the choice of account and format, the progress, and a way to
 * stop it.
 */
export default function StatementSheet({ isOpen, onClose, accounts, part, range }: StatementSheetProps) {
  const t = useTranslate()
  const toast = useToast()
  const rangeText = useRangeText()
  const isOnline = useIsOnline()
  const [accountId, setAccountId] = useState(part.accountId ?? accounts[0]?.id ?? '')
  const [format, setFormat] = useState<Format>('pdf')
  const { download, cancel, isPending, error, bytes } = useDownload()
  function close(): void {
    cancel()
    onClose()
  }
  function begin(): void {
    const query = { format, account_id: accountId, from: part.from, to: part.to, time_zone: zone() }
    download(query, () => {
      toast(t('statement.saved'), 'success')
      onClose()
    })
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={t('statement.title')}>
      <Stack>
        <p className={css.text}>{t('statement.text')}</p>
        <Chips
          label={t('statement.account')}
          options={accounts.map(({ id, currency }) => ({ value: id, label: currency, isDisabled: isPending }))}
          value={accountId}
          onValueChange={setAccountId}
        />
        <Chips
          label={t('statement.format')}
          options={FORMATS.map((value) => ({ value, label: t(`statement.${value}`), isDisabled: isPending }))}
          value={format}
          onValueChange={setFormat}
        />
        <p className={css.period}>{t('statement.period', { period: range ? rangeText(range) : t('hist.preset.all') })}</p>
        <Stack gap="fields">
          <FormError message={error ? failureText(t, error) : undefined} />
          <ReasonLine>{isOnline ? (isPending ? progressText(t, bytes) : undefined) : t('offline.action')}</ReasonLine>
          <Button isWide icon={<Download aria-hidden />} disabled={!isOnline} isLoading={isPending} onClick={begin}>
            {t('statement.download')}
          </Button>
          {isPending ? (
            <Button variant="text" isWide onClick={cancel}>
              {t('common.cancel')}
            </Button>
          ) : null}
        </Stack>
      </Stack>
    </Modal>
  )
}

function progressText(t: ReturnType<typeof useTranslate>, bytes: number): string {
  return bytes === 0 ? t('common.loading') : t('statement.progress', { size: Math.ceil(bytes / 1024) })
}

/** The time zone of the device, in which the page shows days. */
function zone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

type Query = Readonly<Record<string, string | undefined>>

/** Downloads a statement and saves it as a file; `cancel` stops the download, and so does closing the sheet. */
function useDownload() {
  const [bytes, setBytes] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const cancel = (): void => stop.current?.abort()
  useEffect(() => () => stop.current?.abort(), [])
  const { mutate, isPending, error } = useSingleFlightMutation({
    mutationFn: async (query: Query) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      setBytes(0)
      saveFile(await downloadFile(statementFile, `statement.${query.format}`, { query, onProgress: setBytes, signal }))
    },
  })
  const isStopped = error instanceof DOMException && error.name === 'AbortError'
  return {
    download: (query: Query, onSuccess: () => void) => mutate(query, { onSuccess }),
    cancel,
    isPending,
    error: isStopped ? null : error,
    bytes,
  }
}
