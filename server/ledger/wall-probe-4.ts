import { x } from '#server/exchange/rules'

export const y = x
