import { useState } from 'react'
import type { TextKey } from '#texts/texts'
import { currentBrand } from '#web/lib/brand/brand.ts'
import { hasText, useTranslate } from '#web/lib/texts/texts.tsx'
import { AgreementBox } from '#web/ui/field/AgreementBox.tsx'
import css from './ConsentBoxes.module.css'

export interface ConsentBoxesProps {
  /** Ids of the documents. */
  readonly documents: readonly string[]
  /** Ids of those whose box is ticked. */
  readonly ticked: readonly string[]
  readonly onTicked: (ticked: readonly string[]) => void
}

/** A checkbox for each document, never merged. Its error is shown once it has been touched. */
export function ConsentBoxes({ documents, ticked, onTicked }: ConsentBoxesProps) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  function tick(id: string, isTicked: boolean): void {
    setTouched((before) => new Set(before).add(id))
    onTicked(documents.filter((each) => (each === id ? isTicked : ticked.includes(each))))
  }
  return (
    <div className={css.consents}>
      {documents.map((id) => (
        <ConsentBox
          key={id}
          id={id}
          isTicked={ticked.includes(id)}
          isTouched={touched.has(id)}
          onTick={(isTicked) => tick(id, isTicked)}
        />
      ))}
    </div>
  )
}

interface ConsentBoxProps {
  /** Of the document. */
  readonly id: string
  readonly isTicked: boolean
  readonly isTouched: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** The document opens beside the form, which keeps its values. */
function ConsentBox({ id, isTicked, isTouched, onTick }: ConsentBoxProps) {
  const t = useTranslate()
  const href = currentBrand().documents.find((document) => document.id === id)?.url
  return (
    <AgreementBox
      name={id}
      text={t(keyOr(`consent.${id}`, 'reason.terms'))}
      href={href}
      isChecked={isTicked}
      onCheckedChange={onTick}
      error={isTouched && !isTicked ? t(keyOr(`err.consent.${id}`, 'reason.agree')) : undefined}
    />
  )
}

/** The text key of the error while a document's box is not ticked. */
export function consentReason(id: string): TextKey {
  return keyOr(`reason.${id}`, 'reason.terms')
}

function keyOr(key: string, otherwise: TextKey): TextKey {
  return hasText(key) ? key : otherwise
}
