import * as z from 'zod/mini'
import { call } from './call.ts'
import { amountText, currencyCode, idText, okReply } from './shapes.ts'

export const walletAccount = z.object({ id: idText, currency_code: currencyCode, balance: amountText })

export const wallet = call({
  method: 'GET',
  path: '/v2/wallet',
  auth: 'token',
  summary: "The user's accounts with their balances, in the order they were opened.",
  response: z.object({
    status: z.literal('ok'),
    results: z.array(z.object({ accounts: z.array(walletAccount) })),
  }),
  refusals: [],
})

export const openAccount = call({
  method: 'POST',
  path: '/v2/wallet/accounts',
  auth: 'token',
  summary: 'Opens an account in a currency the brand offers; one per currency.',
  request: z.object({ currency_code: currencyCode }),
  response: z.object({ ...okReply, account: walletAccount }),
  refusals: ['currency_unsupported', 'account_exists', 'switched_off'],
})
