/** A backup or a restore that cannot be made; the message says why and what to do, for the person at the terminal. */
export class BackupFault extends Error {}
