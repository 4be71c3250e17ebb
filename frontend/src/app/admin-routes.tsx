import { Navigate } from '../shared/navigation/router.ts'
import type { RouteObject } from '../shared/navigation/router.ts'
import type { Permission } from '@thirty/contracts/rules/permissions.ts'
import { AdminsOnly, RedirectHome, VisitorsOnly } from './guards.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { ScreenError } from './screen-error.tsx'
import { lazyScreen } from './lazy-screen.ts'
import type { RouteHandle } from './use-route-title.ts'
import { t } from './messages/t.ts'

const titled = (title: string) => ({ handle: { title, area: t('admin') } satisfies RouteHandle })

/** The guard of routes for admins with a permission. It is loaded with the first of them. */
const needs = (permission: Permission) =>
  lazyScreen(async () => {
    const { Needs } = await import('../features/admin-shell/screens.ts')
    return () => <Needs permission={permission} />
  })

const rateProject = {
  ...titled(t('titleRateProject')),
  lazy: lazyScreen(
    async () => (await import('../features/admin-rating/rate-project-screen.tsx')).RateProjectScreen,
  ),
}

const signInRoutes: RouteObject[] = [
  {
    path: 'admin/login',
    ...titled(t('logIn')),
    lazy: lazyScreen(async () => (await import('../features/admin-accounts/screens.ts')).AdminLoginScreen),
  },
  {
    path: 'admin/signup',
    ...titled(t('signUp')),
    lazy: lazyScreen(async () => (await import('../features/admin-accounts/screens.ts')).AdminSignUpScreen),
  },
]

const screenRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.admin.leaderboard} replace /> },
  {
    path: 'leaderboard',
    ...titled(t('leaderboard')),
    lazy: lazyScreen(
      async () => (await import('../features/admin-board/admin-board-screen.tsx')).AdminBoardScreen,
    ),
  },
  {
    path: 'what-if',
    ...titled(t('titleWhatIf')),
    lazy: lazyScreen(async () => (await import('../features/what-if/what-if-screen.tsx')).WhatIfScreen),
  },
  {
    path: 'submissions',
    ...titled(t('titleSubmissions')),
    lazy: lazyScreen(
      async () => (await import('../features/admin-submissions/submissions-screen.tsx')).SubmissionsScreen,
    ),
  },
  {
    path: 'judging',
    ...titled(t('titleJudging')),
    lazy: lazyScreen(
      async () => (await import('../features/admin-judging/judging-screen.tsx')).JudgingScreen,
    ),
  },
  {
    path: 'users',
    ...titled(t('titleUsers')),
    lazy: lazyScreen(async () => (await import('../features/admin-users/users-screen.tsx')).UsersScreen),
  },
  {
    path: 'team',
    ...titled(t('titleTeam')),
    lazy: lazyScreen(async () => (await import('../features/admin-team/team-screen.tsx')).TeamScreen),
  },
  {
    path: 'settings',
    ...titled(t('titleSettings')),
    lazy: lazyScreen(
      async () => (await import('../features/admin-settings/settings-screen.tsx')).SettingsScreen,
    ),
  },
  {
    lazy: needs('manage-webhooks'),
    children: [
      {
        path: 'webhooks',
        ...titled(t('titleWebhooks')),
        lazy: lazyScreen(
          async () => (await import('../features/admin-webhooks/webhooks-screen.tsx')).WebhooksScreen,
        ),
      },
    ],
  },
  {
    path: 'version',
    ...titled(t('titleVersion')),
    lazy: lazyScreen(
      async () => (await import('../features/admin-backups/backups-screen.tsx')).BackupsScreen,
    ),
  },
  {
    path: 'audit',
    ...titled(t('titleAudit')),
    lazy: lazyScreen(async () => (await import('../features/admin-audit/audit-screen.tsx')).AuditScreen),
  },
  {
    lazy: needs('view-health'),
    children: [
      {
        path: 'health',
        ...titled(t('titleHealth')),
        lazy: lazyScreen(
          async () => (await import('../features/admin-health/health-screen.tsx')).HealthScreen,
        ),
      },
    ],
  },
  {
    path: 'account',
    ...titled(t('titleAccount')),
    lazy: lazyScreen(async () => (await import('./profile-page.tsx')).AdminAccountPage),
  },
  {
    path: 'security',
    ...titled(t('titleSecurity')),
    lazy: lazyScreen(async () => (await import('../features/admin-security/screens.ts')).SecurityScreen),
  },
  {
    path: 'users/:userId/projects',
    ...titled(t('titleUserProjects')),
    lazy: lazyScreen(
      async () =>
        (await import('../features/admin-user-projects/user-projects-screen.tsx')).UserProjectsScreen,
    ),
  },
  { path: 'rate-project/:projectId', ...rateProject },
  { path: 'projects/:projectId', ...rateProject },
  { path: 'users/:userId/projects/:projectId/rate', ...rateProject },
  { path: '*', Component: RedirectHome },
]

export const adminRoutes: RouteObject[] = [
  {
    path: 'admin/forgot',
    ...titled(t('titleForgotPassword')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).AdminForgotPasswordScreen),
  },
  {
    // For everybody with a link, logged in or not.
    path: 'admin/invitation',
    ...titled(t('titleInvitation')),
    lazy: lazyScreen(async () => (await import('../features/admin-accounts/screens.ts')).InvitationScreen),
  },
  { Component: VisitorsOnly, children: signInRoutes },
  {
    path: 'admin',
    Component: AdminsOnly,
    children: [
      {
        lazy: needs('run-challenge'),
        children: [
          {
            path: 'reveal',
            ...titled(t('titleReveal')),
            // Without the navigation of the admin area: the screen is made for a projector.
            ErrorBoundary: ScreenError,
            lazy: lazyScreen(
              async () => (await import('../features/admin-reveal/reveal-screen.tsx')).RevealScreen,
            ),
          },
        ],
      },
      {
        lazy: lazyScreen(async () => (await import('../features/admin-shell/screens.ts')).AdminShell),
        children: [
          {
            ErrorBoundary: ScreenError,
            children: [...screenRoutes],
          },
        ],
      },
    ],
  },
]
