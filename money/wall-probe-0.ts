import { x } from '#server/db/pool'

export const y = x
