/** What `look` finds, or finds after Debian's package was installed, where apt-get may be used. Rejects with `fault` when that is still nothing. */
export function findOrInstall(look: () => string | undefined, name: string, fault: string): Promise<string>
