import { x } from '../db/pool.ts'

export const y = x
