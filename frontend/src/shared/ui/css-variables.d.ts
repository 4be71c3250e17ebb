import 'react'

declare module 'react' {
  // Allows custom properties in `style`; React's own type does not know them.
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
