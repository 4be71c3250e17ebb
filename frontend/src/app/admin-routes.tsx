import type { ComponentType } from 'react'
import { Navigate } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { AdminsOnly, RedirectHome, VisitorsOnly } from './guards.tsx'
import { paths } from './paths.ts'
import type { RouteHandle } from './use-route-title.ts'

const titled = (title: string) => ({ handle: { title: `${title} · Admin` } satisfies RouteHandle })

const rateProject = {
  ...titled('Rate project'),
  lazy: {
    Component: async () =>
      (await import('../features/admin-rating/rate-project-screen.tsx')).RateProjectScreen,
  },
}

const signInRoutes: RouteObject[] = [
  {
    path: 'admin/login',
    ...titled('Log in'),
    lazy: {
      Component: async () => (await import('../features/admin-accounts/screens.ts')).AdminLoginScreen,
    },
  },
  {
    path: 'admin/signup',
    ...titled('Sign up'),
    lazy: {
      Component: async () => (await import('../features/admin-accounts/screens.ts')).AdminSignUpScreen,
    },
  },
]

const screenRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.admin.leaderboard} replace /> },
  {
    path: 'leaderboard',
    ...titled('Leaderboard'),
    lazy: {
      Component: async () =>
        (await import('../features/admin-board/admin-board-screen.tsx')).AdminBoardScreen,
    },
  },
  {
    path: 'submissions',
    ...titled('Submissions'),
    lazy: {
      Component: async () =>
        (await import('../features/admin-submissions/submissions-screen.tsx')).SubmissionsScreen,
    },
  },
  {
    path: 'settings',
    ...titled('Settings'),
    lazy: {
      Component: async () => (await import('../features/admin-settings/settings-screen.tsx')).SettingsScreen,
    },
  },
  { path: 'rate-project/:projectId', ...rateProject },
  { path: 'projects/:projectId', ...rateProject },
  { path: 'users/:userId/projects/:projectId/rate', ...rateProject },
  { path: '*', Component: RedirectHome },
]

/** Returns the routes of the admin area. `comingSoon` loads the screen for paths whose own screen does not exist yet. */
export const adminRoutes = (comingSoon: () => Promise<ComponentType>): RouteObject[] => [
  { Component: VisitorsOnly, children: signInRoutes },
  {
    path: 'admin',
    Component: AdminsOnly,
    children: [
      {
        lazy: { Component: async () => (await import('../features/admin-shell/admin-shell.tsx')).AdminShell },
        children: [
          ...screenRoutes,
          { path: 'users', ...titled('Users'), lazy: { Component: comingSoon } },
          { path: 'users/:userId/projects', ...titled('User projects'), lazy: { Component: comingSoon } },
          { path: 'version', ...titled('Version'), lazy: { Component: comingSoon } },
        ],
      },
    ],
  },
]
