/** An e-mail as it is sent: to one address, with a subject of one line. */
interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for a reader that shows HTML. */
  readonly html?: string | undefined
  /** Printable ASCII without spaces; the same each time that it is tried, by which one that comes twice is known. */
  readonly reference: string
}

/** Sends e-mail. Throws Unavailable when it is not known to be sent, NotAccepted when it never will be. */
export interface EmailProvider {
  send(email: Email): Promise<void>
}
