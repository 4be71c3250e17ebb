import { matchRoutes } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'

/**
 * Loads the screens of an address, so that the first rendering shows them at once instead of a loader. A prerendered page
 * can only be hydrated by the same content. Rejects when a file cannot be loaded; the router then tries again.
 */
export async function loadScreens(routes: RouteObject[], address: Pick<Location, 'pathname'>): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  await Promise.all(matches.map(({ route }) => loadScreen(route)))
}

async function loadScreen(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, await route.lazy(), { lazy: undefined })
}
