import * as v from 'valibot'
import { call } from './call.ts'
import type { FeatureDocumentation } from './documentation.ts'
import { currencyCode, idText, instantText } from './shapes.ts'

const exchangeRate = v.object({
  id: idText,
  from_currency_code: currencyCode,
  to_currency_code: currencyCode,
  quantity_in: v.string(),
  quantity_out: v.string(),
  /** The rate without the margin; both fields are absent where a wallet does not tell them. */
  mid_rate: v.optional(v.string()),
  margin_percent: v.optional(v.string()),
})

/** Apart from exchange: Home asks for rates as it starts, and needs nothing else of an exchange. */
export const exchangeRates = call({
  method: 'POST',
  path: '/v2/wallet/exchange/rates',
  auth: 'token',
  response: v.object({
    status: v.literal('ok'),
    rates: v.array(exchangeRate),
    issued_at: instantText,
    expires_at: instantText,
  }),
})

/** The API document's description of these calls. */
export const ratesDocumentation = {
  tag: 'Exchange',
  calls: {
    exchangeRates: {
      summary: 'List rates',
      description:
        'Rates from every account currency: between them to exchange by, each honoured until `expires_at`; to the others to ' +
        'value by.',
    },
  },
  fields: {
    'rates.id': 'rateId',
    quantity_in: { description: 'Always 1', instead: { type: 'string', const: '1' } },
    mid_rate: {
      form: 'rate',
      description: 'The rate of the provider, without the margin; what is exchanged goes by `quantity_out`',
    },
    margin_percent: {
      description: "The operator's margin in per cent",
      also: { pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$' },
      example: '0.5',
    },
  },
} satisfies FeatureDocumentation
