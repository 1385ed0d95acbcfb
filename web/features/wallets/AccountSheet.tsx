import { useId, useState } from 'react'
import { ACCOUNT_COLORS, ACCOUNT_NAME_MAX } from '#contract/own-accounts'
import { failureText } from '#web/lib/api/failure-text.ts'
import { useIsOnline } from '#web/lib/api/use-online.ts'
import { useTranslate } from '#web/lib/texts/texts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/field/Checkbox.tsx'
import { Field } from '#web/ui/field/Field.tsx'
import { FormError } from '#web/ui/field/FormError.tsx'
import { ReasonLine } from '#web/ui/field/ReasonLine.tsx'
import { TextInput } from '#web/ui/field/TextInput.tsx'
import { Stack } from '#web/ui/Stack.tsx'
import { Modal } from '#web/ui/sheet/Modal.tsx'
import { useToast } from '#web/ui/sheet/Toast.tsx'
import css from './account-color.module.css'
import type { Account } from './accounts.ts'
import { type AccountLook, useSaveAccount } from './own-accounts.ts'

export interface AccountSheetProps {
  readonly account: Account
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** What a person makes of an account: its name, its colour, and whether it is out of sight while it is empty. */
export default function AccountSheet({ account, isOpen, onClose }: AccountSheetProps) {
  const t = useTranslate()
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('account.edit')}>
      <AccountForm account={account} onSaved={onClose} />
    </Modal>
  )
}

function AccountForm({ account, onSaved }: { readonly account: Account; readonly onSaved: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const isOnline = useIsOnline()
  const saving = useSaveAccount(account.id)
  const [look, setLook] = useState<AccountLook>({
    name: account.own_name ?? '',
    color: ACCOUNT_COLORS.find((color) => color === account.color) ?? null,
    isHidden: account.is_hidden ?? false,
  })
  function save(): void {
    saving.mutate(
      { ...look, name: look.name.trim() },
      {
        onSuccess: ({ message }) => {
          onSaved()
          toast(message, 'success')
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isOnline) save()
      }}
    >
      <Stack gap="fields">
        <Field
          label={t('account.name')}
          isOptional
          hint={t('account.name_hint', { name: t(`currency.${account.balance.currency}`) })}
        >
          <TextInput
            value={look.name}
            onValueChange={(name) => setLook({ ...look, name })}
            maxLength={ACCOUNT_NAME_MAX}
            autoComplete="off"
          />
        </Field>
        <Colors value={look.color} onValueChange={(color) => setLook({ ...look, color })} />
        <Hiding account={account} isHidden={look.isHidden} onHide={(isHidden) => setLook({ ...look, isHidden })} />
        <FormError message={saving.error ? failureText(t, saving.error) : undefined} />
        <ReasonLine isCompact>{isOnline ? undefined : t('offline.action')}</ReasonLine>
        <Button type="submit" isWide disabled={!isOnline} isLoading={saving.isPending}>
          {t('common.save')}
        </Button>
      </Stack>
    </form>
  )
}

interface ColorsProps {
  readonly value: AccountLook['color']
  readonly onValueChange: (color: AccountLook['color']) => void
}

/** A row of discs that are radio buttons; the name of the chosen colour stands beside the label. */
function Colors({ value, onValueChange }: ColorsProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <p className={css.head}>
        <span id={id}>{t('account.color')}</span> <span>{t(`account.color.${value ?? 'none'}`)}</span>
      </p>
      <div className={css.swatches}>
        {[null, ...ACCOUNT_COLORS].map((color) => (
          <label key={color} className={css.swatch} data-color={color}>
            <input
              type="radio"
              name={id}
              aria-label={t(`account.color.${color ?? 'none'}`)}
              checked={color === value}
              onChange={() => onValueChange(color)}
            />
          </label>
        ))}
      </div>
    </div>
  )
}

interface HidingProps {
  readonly account: Account
  readonly isHidden: boolean
  readonly onHide: (isHidden: boolean) => void
}

/** An account with money stays in sight, which is said. */
function Hiding({ account: { balance }, isHidden, onHide }: HidingProps) {
  const t = useTranslate()
  const isEmpty = balance.minor === 0n
  return (
    <div>
      <Checkbox isChecked={isHidden} onCheckedChange={onHide} disabled={!isEmpty}>
        {t('account.hide')}
      </Checkbox>
      <p className={css.words}>{t(isEmpty ? 'account.hide_hint' : 'account.hide_refused')}</p>
    </div>
  )
}
