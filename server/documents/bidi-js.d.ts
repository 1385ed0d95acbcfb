declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'

  /** The library as a module; what it calls its main file is described as if it had a `default` within. */
  export default function bidiFactory(): Bidi
}
