import 'react'

declare module 'react' {
  // Custom properties are how a value reaches a style sheet; React's own type does not know them.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
