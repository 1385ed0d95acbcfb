/** What `look` finds, or finds after Debian's package was installed, where apt-get may be used. Rejects with `fault` when that is still nothing. */
export function findOrInstall(look: () => string | undefined, name: string, fault: string): Promise<string>

/** As findOrInstall, but unpacks one program of a package, at this path below the root, into a folder. */
export function findOrUnpack(
  look: () => string | undefined,
  program: { readonly name: string; readonly path: string; readonly folder: string },
  fault: string,
): Promise<string>
