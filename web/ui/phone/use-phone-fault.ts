import { useState } from 'react'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { type Phone, phoneFault } from './phone.ts'

/** What stands at a phone field about its number, and what to call when the field is left. An optional number may be none. */
export function usePhoneFault(
  phone: Phone,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): { readonly fault: string | undefined; readonly leave: () => void } {
  const t = useTranslate()
  const [isLeft, setLeft] = useState(false)
  const fault = phoneFault(phone, isLeft)
  const isAbsent = isOptional && fault?.key === 'err.phone'
  return { fault: fault && !isAbsent ? t(fault.key, fault.parameters) : undefined, leave: () => setLeft(true) }
}
