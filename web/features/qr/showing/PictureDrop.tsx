import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ImageUp from 'lucide-react/icons/image-up'
import type { ReactNode } from 'react'
import { FILE_MEGABYTES_MAX, type PictureFault } from '#web/features/qr/reading/picture-file.ts'
import type { PictureState } from '#web/features/qr/reading/use-picture.ts'
import { type Translate, useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/state/Spinner.tsx'
import { PictureButton } from './PictureButton.tsx'
import css from './PictureDrop.module.css'

export interface PictureDropProps {
  readonly picture: PictureState
  /** Something is being dragged over the page. */
  readonly isOver: boolean
  readonly onFile: (file: File) => void
  readonly onRemove: () => void
  /** Shows what the code in the picture says. */
  readonly onDetails: () => void
}

/** Where a picture of a code is dropped, pasted or chosen; then the picture itself, with what came of it. */
export function PictureDrop({ picture, isOver, onFile, onRemove, onDetails }: PictureDropProps) {
  const t = useTranslate()
  const address = 'address' in picture ? picture.address : undefined
  return (
    <div className={classNames(css.area, isOver && css.over)}>
      {address === undefined ? (
        <>
          <ImageUp className={css.sign} aria-hidden />
          <p className={css.title}>{t('qrpay.drop')}</p>
          <p className={css.hint}>{t('qrpay.drop_hint')}</p>
        </>
      ) : (
        <img className={css.preview} src={address} alt={t('qrpay.preview')} />
      )}
      <PictureStatus picture={picture} />
      <div className={css.buttons}>
        <PictureButton onFile={onFile} />
        {picture.kind === 'read' ? (
          <Button variant="secondary" size="m" onClick={onDetails}>
            {t('common.details')}
          </Button>
        ) : null}
        {picture.kind === 'none' ? null : (
          <Button variant="text" size="m" onClick={onRemove}>
            {t('qrpay.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What came of the last picture, said aloud when it changes. */
export function PictureStatus({ picture }: { readonly picture: PictureState }) {
  return (
    <div className={css.status} role="status">
      <StatusWords picture={picture} />
    </div>
  )
}

function StatusWords({ picture }: { readonly picture: PictureState }): ReactNode {
  const t = useTranslate()
  if (picture.kind === 'none') return null
  if (picture.kind === 'reading') {
    return (
      <p className={css.line}>
        <Spinner />
        {t('qrpay.reading')}
      </p>
    )
  }
  if (picture.kind === 'read') {
    return (
      <p className={classNames(css.line, css.found)}>
        <CircleCheck size={20} aria-hidden />
        {t('scan.found')}
      </p>
    )
  }
  return (
    <p className={classNames(css.line, css.fault)}>
      <CircleAlert size={20} aria-hidden />
      {faultText(t, picture.fault)}
    </p>
  )
}

/** What to tell a person about a picture that could not be used. */
function faultText(t: Translate, fault: PictureFault): string {
  if (fault === 'network') return t('err.network')
  return fault === 'size' ? t('err.qr.size', { n: FILE_MEGABYTES_MAX }) : t(`err.qr.${fault}`)
}
