import { x } from '#web/ui/Button.tsx'

export const y = x
