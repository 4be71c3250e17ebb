// Allows custom properties in `style`; React's own type does not know them.

import 'react'

declare module 'react' {
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined
  }
}
