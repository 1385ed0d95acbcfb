/**
 * What Node runs for a program of the server: the built one where the environment says that it has just been built (`BUILT=on`), which
 * starts in a third of the time, else the sources.
 */
export function programOf(name: 'main' | 'operator' | 'migrate' | 'backup' | 'restore' | 'sandbox'): readonly string[] {
  return process.env.BUILT === 'on' ? [`dist/server/${name}.js`] : ['--import', 'tsx', `server/${name}.ts`]
}
