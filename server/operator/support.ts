import type { Brand } from '#brands/brand'
import type { Change } from './change.ts'
import { OperatorFault } from './fault.ts'
import { readStoredOperatorSettings, type Support, type SupportField, supportOf } from './stored-operator-settings.ts'

/** The support's contacts, in the order they are shown. */
export const SUPPORT_FIELDS: readonly SupportField[] = ['phone', 'email', 'hours']

const UPSERT = {
  name: 'operator.upsert_support',
  text: `insert into support_contact (field, value) values ($1, $2)
    on conflict (field) do update set value = excluded.value`,
}

const VALUE_MAX = 100
const CONTROL = /\p{Cc}/u
// Valid for `tel:` and `mailto:` links; the hours are free text.
const SHAPES: Readonly<Record<SupportField, RegExp>> = {
  phone: /^\+?[0-9][0-9 ()-]{2,30}$/,
  email: /^[^\s@]+@[^\s@]+$/,
  hours: /\S/,
}

/** Changes the support's contacts; what is not named stays. Refuses an invalid phone or email address. */
export function supportChange(brand: Brand, update: Partial<Support>): Change<Support> {
  return {
    area: 'support',
    subject: 'contacts',
    async propose(queryable) {
      for (const [field, value] of entriesOf(update)) refuseContact(field, value)
      const before = supportOf(await readStoredOperatorSettings(queryable), brand)
      return { before, after: { ...before, ...update } }
    },
    async write(tx) {
      for (const [field, value] of entriesOf(update)) await tx.run(UPSERT, [field, value])
    },
  }
}

function entriesOf(update: Partial<Support>): [SupportField, string][] {
  return SUPPORT_FIELDS.flatMap((field): [SupportField, string][] =>
    update[field] === undefined ? [] : [[field, update[field]]],
  )
}

function refuseContact(field: SupportField, value: string): void {
  if (!SHAPES[field].test(value) || CONTROL.test(value) || value.length > VALUE_MAX) {
    throw new OperatorFault(`"${value}" cannot be the ${field} of the support`)
  }
}
