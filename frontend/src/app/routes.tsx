// Makes all routes of the product: which guard and shell are around the screens of an area. Their paths are in
// `shared/navigation/screens.ts`, and their scripts in `screen-loaders.ts`.

import type { ComponentType } from 'react'
import type { Permission } from '@thirty/contracts/team/permissions.ts'
import { paths, Navigate, type RouteObject } from '../shared/navigation/router.ts'
import { adminScreens, screens, type Area, type Screen } from '../shared/navigation/screens.ts'
import { PageLoader } from '../shared/ui/brand/logo.tsx'
import { AdminsOnly, MembersOnly, RedirectHome, UsersOnly, VisitorsOnly } from './guards.tsx'
import { Root, type RouteHandle } from './root.tsx'
import { ScreenErrorPage, ScreenError } from './screen-error.tsx'
import { adminLoaders, loaders } from './screen-loaders.ts'
import { t } from '../shared/i18n/t.ts'

type Load = () => Promise<ComponentType>

/**
 * Returns the `lazy` property of a route whose screen is loaded when it is first opened. A function, because React Router
 * 7.18 swallows the error of a screen that cannot be loaded when `lazy` is an object, and leaves the page empty.
 */
const lazyScreen =
  (load: Load): NonNullable<RouteObject['lazy']> =>
  async () => ({ Component: await load() })

/** The guard of screens for admins with a permission. It is loaded with the first of them. */
const needs = (permission: Permission) =>
  lazyScreen(async () => {
    const { NeedsPermission } = await import('../features/admin-shell/admin-shell.tsx')
    return () => <NeedsPermission permission={permission} />
  })

function routesTo({ path, otherPaths = [], title, permission }: Screen, load: Load): RouteObject[] {
  const area = path.startsWith(paths.admin.home) ? { area: t('common.admin') } : {}
  const handle: RouteHandle | undefined = title === undefined ? undefined : { title, ...area }
  const routes = [path, ...otherPaths].map((each) => ({ path: each, handle, lazy: lazyScreen(load) }))
  return permission === undefined ? routes : [{ lazy: needs(permission), children: routes }]
}

const routesIn = (area: Area): RouteObject[] => [
  ...routesOf(screens, loaders, area),
  ...routesOf(adminScreens, adminLoaders, area),
]

function routesOf<Id extends string>(
  table: Readonly<Record<Id, Screen>>,
  loaderOf: Readonly<Record<Id, Load>>,
  area: Area,
): RouteObject[] {
  // Safe: the tables are written out, with these keys alone.
  const ids = Object.keys(table) as Id[]
  return ids.flatMap((id) => (table[id].area === area ? routesTo(table[id], loaderOf[id]) : []))
}

/** A frame around screens, which stays when one of them cannot be shown. */
const framed = (frame: Load, children: RouteObject[]): RouteObject => ({
  lazy: lazyScreen(frame),
  children: [{ ErrorBoundary: ScreenError, children }],
})

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ScreenErrorPage,
    HydrateFallback: PageLoader,
    children: [
      ...routesIn('everybody'),
      framed(async () => (await import('./public-shell.tsx')).PublicShell, routesIn('public')),
      { Component: VisitorsOnly, children: routesIn('visitors') },
      {
        Component: MembersOnly,
        children: [
          framed(
            async () => (await import('./participant-shell/participant-shell.tsx')).MembersShell,
            [...routesIn('members'), { Component: UsersOnly, children: routesIn('participants') }],
          ),
        ],
      },
      {
        Component: AdminsOnly,
        children: [
          { ErrorBoundary: ScreenError, children: routesIn('stage') },
          framed(
            async () => (await import('../features/admin-shell/admin-shell.tsx')).AdminShell,
            [
              { path: paths.admin.home, element: <Navigate to={paths.admin.leaderboard} replace /> },
              ...routesIn('admins'),
              { path: `${paths.admin.home}/*`, Component: RedirectHome },
            ],
          ),
        ],
      },
      { path: '*', Component: RedirectHome },
    ],
  },
]
