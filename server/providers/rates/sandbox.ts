import * as v from 'valibot'
import { isCurrency } from '#money/currency'
import { parseRate, type Rate } from '#money/rate'
import { Unavailable } from '#server/providers/outage'
import { getFromVendor, type VendorAccess } from '#server/providers/vendor-http'
import type { RateProvider } from './port.ts'

const latest = v.object({
  as_of: v.pipe(v.string(), v.isoTimestamp()),
  rates: v.array(v.object({ from: v.string(), to: v.string(), rate: v.string() })),
})

/** Rates of the sandbox's market. Pairs with an unknown currency are left out; an invalid price invalidates the whole response. */
export function createSandboxRates(access: Omit<VendorAccess, 'provider'>): RateProvider {
  return {
    latest: async () => {
      const answer = await getFromVendor({ provider: 'rates', ...access }, { path: '/rates/api/latest', response: latest })
      return { asOf: new Date(answer.as_of), rates: answer.rates.flatMap(readRate) }
    },
  }
}

function readRate({ from, to, rate }: { from: string; to: string; rate: string }): Rate[] {
  if (!isCurrency(from) || !isCurrency(to)) return []
  const parsed = from === to ? undefined : parseRate(from, to, '1', rate)
  if (!parsed) throw new Unavailable('rates', new Error(`${from} to ${to} has no usable price`))
  return [parsed]
}
