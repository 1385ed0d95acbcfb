import { NETWORKS } from '#money/networks'
import { AMOUNT_GRAMMAR } from '#money/parse-amount'
import { SCALE_MAX } from '#money/size'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { STATISTICS_CATEGORIES } from './operation-kind-lists.ts'
import { OPERATION_KINDS } from './operation-kinds.ts'
import { REFUSALS, type RefusalCode } from './refusals.ts'

/** The API document's facts about a field. */
interface FieldFacts {
  readonly description?: string
  readonly example?: string | number | boolean
  /** The present values of an open enumeration, which may get more. */
  readonly names?: readonly string[]
  /** The field that this field replaces. */
  readonly insteadOf?: string
  /** Keywords of JSON Schema in addition to the contract's. */
  readonly also?: Readonly<Record<string, unknown>>
  /** A JSON Schema that replaces the contract's, where that is clearer. */
  readonly instead?: Readonly<Record<string, unknown>>
  /** The server always sends the field, though the page can do without it. */
  readonly isAlwaysSent?: true
}

/** The documentation of a field. A form fills in the facts that the field itself leaves out. */
export interface FieldDocumentation extends FieldFacts {
  readonly form?: FormName
}

/**
 * The meanings of fields, by name, or by the surrounding field and the name (`results.status`) where the name means something else there; `*`
 * stands for any field. The name of a form is enough where the form says everything.
 */
export type Fields = Readonly<Record<string, FieldDocumentation | FormName>>

/** A variant of a call's body, without the fields of the other variants. */
export interface BodyVariant {
  /** Its name among the document's schemas. */
  readonly name: string
  readonly description: string
  /** The fields of this variant that some other variants lack; each of them is required. */
  readonly fields: readonly string[]
}

/** The documentation of a call: its heading and what it does. */
export interface CallDocumentation {
  readonly summary: string
  readonly description: string
  /** The call's group, where it differs from its feature's group. */
  readonly tag?: Tag
  /** The refusals beyond those of its kind of call (server/http/openapi-refusals.ts). */
  readonly refusals?: readonly (RefusalCode | readonly RefusalCode[])[]
  /** Fields whose meaning in this call differs from the other calls of its file. */
  readonly fields?: Fields
  readonly bodies?: readonly BodyVariant[]
}

/**
 * The documentation of a file's calls, by name, and of their fields. It stands beside the shapes and is plain data, without a spread, a function
 * call or a property access, so that the page's build drops it (documentation.test.ts).
 */
export interface FeatureDocumentation<Name extends string = string> {
  readonly tag: Tag
  readonly calls: Readonly<Record<Name, CallDocumentation>>
  readonly fields?: Fields
  /** Fields that are described in other files. */
  readonly otherFields?: readonly Fields[]
}

/** The groups of the calls, in alphabetical order. */
export const TAGS = {
  Access: 'Sign-up and sign-in with a phone number and an SMS code, or with a passkey; the PIN, consents and sessions.',
  Accounts: 'Accounts, one for each currency, and their balances.',
  Exchange: 'Rates, and exchanges at them.',
  History: 'The statement, its sums, and what was told.',
  Live: 'What changes for whoever is signed in, told as it changes.',
  Payments: 'Paying a seller by their code.',
  People: 'Money from one person to another.',
  Profile: 'Who is signed in, and how far they are identified.',
  'Top-up': 'Money in.',
  Wallet: 'What the wallet is like: feature flags, limits, texts.',
  Withdrawal: 'Money out.',
} as const
type Tag = keyof typeof TAGS

// Portable regular expressions have ranges, not Unicode properties.
const NO_CONTROL = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$'
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const TOLD = `(0|[1-9][0-9]*)(\\.[0-9]{1,${SCALE_MAX}})?$`
const ADDRESSES = Object.values(NETWORKS).map(({ address }) => address.source)

/** The forms that the values of many fields share. */
export const FORMS = {
  id: { description: 'Opaque', also: { format: 'uuid' }, example: '01a20533-39a9-7749-b768-05e0dc38ed66' },
  /** The id of a line of the statement. */
  lineId: {
    description: 'Of this line: the id of its operation, with an ending where the operation has more lines',
    also: { pattern: `^${UUID}(\\.(to|[0-9]+))?$` },
    example: '01a20533-39a9-7749-b768-05e0dc38ed66',
  },
  rateId: {
    also: { pattern: `^${UUID}\\.[A-Z]{3,5}-[A-Z]{3,5}$` },
    example: '01a20533-3d3e-70e7-88f3-8b99c73ab3f5.RUB-USD',
  },
  instant: {
    description: 'An instant, ISO 8601 with zone',
    also: { format: 'date-time' },
    example: '2026-11-20T14:05:00.000Z',
  },
  currency: { example: 'RUB' },
  /** An amount in a request; `told` and `signed` are amounts in answers. */
  asked: {
    description: 'Decimal string above zero: as many decimals as the currency is entered with',
    also: { pattern: AMOUNT_GRAMMAR.source },
  },
  told: { description: 'Decimal string', also: { pattern: `^${TOLD}` } },
  signed: { description: 'Decimal string; negative for what went out', also: { pattern: `^-?${TOLD}` } },
  rate: { also: { pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,12})?$' }, example: '80.13' },
  count: { instead: { type: 'integer', minimum: 0 } },
  fourDigits: { description: 'Four digits', example: '0420' },
  sixDigits: { also: { pattern: '^[0-9]{6}$' }, example: '048213' },
  payCode: {
    description: 'Of a request, or of a person',
    also: { pattern: '^[0-9A-Za-z]{16,32}$' },
    example: '7Qm3vX0cWq7nTzK2mJd5',
  },
  /** A text that a person has typed. */
  typed: { also: { pattern: NO_CONTROL } },
  email: { also: { pattern: '^[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@\\u0000-\\u001f\\u007f-\\u009f]+$' } },
  address: { also: { pattern: ADDRESSES.join('|') }, example: '0x52908400098527886E0F7030069857D2E4169EE7' },
  uri: { also: { format: 'uri' } },
  passkey: { example: '{"id":"yq5p","rawId":"yq5p","response":{},"type":"public-key","clientExtensionResults":{}}' },
  forPeople: { description: 'For people, in the language of Accept-Language' },
  operationKind: { names: Object.keys(OPERATION_KINDS) },
  noticeKind: { names: NOTICE_KINDS },
  refusalCode: { also: { enum: Object.keys(REFUSALS) } },
  statisticsCategory: { names: STATISTICS_CATEGORIES },
} as const satisfies Readonly<Record<string, FieldFacts>>
type FormName = keyof typeof FORMS
