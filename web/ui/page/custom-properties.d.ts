import 'react'

declare module 'react' {
  /** A component may give its style sheet a number by a custom property: `style={{ '--index': 2 }}`. */
  interface CSSProperties {
    readonly [name: `--${string}`]: string | number
  }
}
