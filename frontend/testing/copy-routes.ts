import type { RouteObject } from '../src/shared/navigation/router.ts'

/** Copies the routes, because a router replaces their lazy parts once they are loaded. */
export const copyRoutes = (list: readonly RouteObject[]): RouteObject[] =>
  list.map((route) => {
    const lazy = typeof route.lazy === 'object' && { lazy: { ...route.lazy } }
    return route.children
      ? { ...route, ...lazy, children: copyRoutes(route.children) }
      : { ...route, ...lazy }
  })
