import type { RouteObject } from '../src/shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { adminRoutes } from '../src/app/admin-routes.tsx'
import { pages } from './pages.ts'

/**
 * Addresses of other screens: sign-up, invitation, a forgotten password and the own account are rarely opened, and two are old addresses of
 * Rate Project.
 */
const withoutPage = new Set([
  '/admin/account',
  '/admin/forgot',
  '/admin/signup',
  '/admin/invitation',
  '/admin/projects/*',
  '/admin/users/*/projects/*/rate',
  '/admin/reveal',
])

function pathsOf(routes: readonly RouteObject[], parent = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path === undefined ? parent : `${parent}/${route.path}`
    if (route.children) return pathsOf(route.children, path)
    return route.lazy === undefined ? [] : [path.replaceAll(/:\w+/g, '*')]
  })
}

test('the address of every screen of admins names the files that the browser loads with the script', () => {
  const known = new Set(pages.map(({ path }) => path))
  const missing = pathsOf(adminRoutes).filter((path) => !known.has(path) && !withoutPage.has(path))
  expect(missing).toEqual([])
})
