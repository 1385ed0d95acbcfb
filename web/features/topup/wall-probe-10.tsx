import { x } from '#web/screens/Home.tsx'

export const y = x
