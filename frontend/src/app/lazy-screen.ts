import type { ComponentType } from 'react'
import type { RouteObject } from '../shared/navigation/router.ts'

/**
 * Returns the `lazy` property of a route whose screen is loaded when it is first opened. A function, because React Router
 * 7.18 swallows the error of a screen that cannot be loaded when `lazy` is an object, and leaves the page empty.
 */
export const lazyScreen =
  (load: () => Promise<ComponentType>): NonNullable<RouteObject['lazy']> =>
  async () => ({ Component: await load() })
