import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { lazyComponent } from '#web/lib/page/lazy.tsx'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyBoundary } from '#web/ui/state/LazyBoundary.tsx'
import css from './StatementButton.module.css'
import type { StatementSheetProps } from './StatementSheet.tsx'

const StatementSheet = lazyComponent(() => import('./StatementSheet.tsx'))

export type StatementButtonProps = Omit<StatementSheetProps, 'isOpen' | 'onClose'>

/** Opens the sheet that downloads the statement of an account; renders nothing without accounts. Phones show only its icon. */
export function StatementButton(props: StatementButtonProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  if (props.accounts.length === 0) return null
  function open(): void {
    setOpen(true)
    setOpenings(openings + 1)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="m"
        icon={<FileText aria-hidden />}
        aria-label={t('statement.open')}
        title={t('statement.open')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className={css.word}>{t('statement.open')}</span>
      </Button>
      {openings === 0 ? null : (
        <LazyBoundary isOpen={isOpen} onClose={() => setOpen(false)}>
          {/* {/* Each time the sheet opens it starts with the account on the screen. */}
          <StatementSheet key={openings} {...props} isOpen={isOpen} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
