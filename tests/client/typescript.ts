/** The compiler as a library, for the generator of clients: the package `typescript` has been none since its version 7. */
export { ts as default } from '@ts-morph/common'
