import { x } from '#server/topup/topup'

export const y = x
