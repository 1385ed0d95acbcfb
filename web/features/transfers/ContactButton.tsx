import Contact from 'lucide-react/icons/contact'
import { useState } from 'react'
import { type ChosenContact, chooseContact, hasContacts } from '#web/lib/page/contacts.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChipButtons } from '#web/ui/field/Chips.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import css from './RecipientPart.module.css'

export interface ContactButtonProps {
  /** Takes a contact's number as it is written. */
  readonly onNumber: (written: string) => void
  readonly disabled?: boolean
}

/** Fills in a contact's number, where the browser offers contacts; the person chooses among several numbers here. No contact is sent anywhere. */
export function ContactButton({ onNumber, disabled = false }: ContactButtonProps) {
  const t = useTranslate()
  const [contact, setContact] = useState<ChosenContact>()
  if (!hasContacts()) return null
  async function choose(): Promise<void> {
    const chosen = await chooseContact()
    setContact(chosen && chosen.numbers.length !== 1 ? chosen : undefined)
    const [number] = chosen?.numbers ?? []
    if (number !== undefined && chosen?.numbers.length === 1) onNumber(number)
  }
  const options = contact?.numbers.map((number) => ({
    id: number,
    label: number,
    onChoose() {
      setContact(undefined)
      onNumber(number)
    },
  }))
  return (
    <Stack gap="lines">
      <Button variant="text" size="m" icon={<Contact aria-hidden />} disabled={disabled} onClick={() => void choose()}>
        {t('send.contacts')}
      </Button>
      {options?.length === 0 ? (
        <p className={css.failed} role="status">
          {t('send.contact_empty')}
        </p>
      ) : null}
      {options && options.length > 0 ? (
        <>
          <p className={css.failed} role="status">
            {contact?.name === undefined ? t('send.contact_numbers') : t('send.contact_numbers_of', { person: contact.name })}
          </p>
          <ChipButtons label={t('send.contact_numbers')} options={options} disabled={disabled} />
        </>
      ) : null}
    </Stack>
  )
}
