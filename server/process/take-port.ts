import { CannotStart } from '#server/db/cannot-start'

/** The part of the wallet that listens at a port, and the settings that change the port. */
export interface PortTaker {
  readonly port: number
  readonly host: string
  /** The part with its verb, as in «The page and the API listen there». */
  readonly who: string
  readonly settings: string
}

const REASONS: Readonly<Record<string, (place: PortTaker) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use by another program`,
  EACCES: ({ port }) => `This user may not listen at port ${port}`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}, which HOST or MONITORING_HOST names`,
  ENOTFOUND: ({ host }) => `Nobody knows the address of ${host}, which HOST or MONITORING_HOST names`,
}

/**
 * Lets a server listen. Throws CannotStart when the machine does not allow it: one line with the reason, the part of the wallet that wanted to
 * listen, and the setting that changes the port.
 */
export async function takePort<Opened>(place: PortTaker, listen: () => Promise<Opened>): Promise<Opened> {
  try {
    return await listen()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reason = REASONS[code]
    if (!reason) throw cause
    throw new CannotStart(`${reason(place)}. ${place.who} there: choose another ${place.settings}.`, { cause })
  }
}
