/** Installs a package of Debian, where apt-get is here and may be used; does nothing elsewhere. */
export function installFromDebian(name: string): Promise<void>
