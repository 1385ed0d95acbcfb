import { x } from '#server/app'

export const y = x
