import { x } from '#web/features/auth/queries.ts'

export const y = x
