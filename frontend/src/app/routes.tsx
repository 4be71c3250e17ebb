import type { RouteObject } from 'react-router-dom'
import { PageLoader } from '../shared/ui/feedback/page-loader.tsx'
import { adminRoutes } from './admin-routes.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { RedirectHome, UsersOnly, VisitorsOnly } from './guards.tsx'
import { Root } from './root.tsx'
import type { RouteHandle } from './use-route-title.ts'

const titled = (title: string) => ({ handle: { title } satisfies RouteHandle })

const comingScreen = async () =>
  (await import('../features/coming-soon/coming-soon-screen.tsx')).ComingSoonScreen
const comingPage = async () =>
  (await import('../features/coming-soon/coming-soon-screen.tsx')).PublicComingSoonScreen

/** An address whose screen is not there yet: it says what will be, and where to go meanwhile. */
const coming = (path: string, title: string, Component = comingScreen): RouteObject => ({
  path,
  ...titled(title),
  lazy: { Component },
})

const openToVisitors: RouteObject[] = [
  {
    index: true,
    lazy: { Component: async () => (await import('../features/landing/landing-screen.tsx')).LandingScreen },
  },
  {
    path: 'forgot',
    ...titled('Forgot password'),
    lazy: {
      Component: async () =>
        (await import('../features/accounts/forgot-password-screen.tsx')).ForgotPasswordScreen,
    },
  },
  {
    path: 'reset-password',
    ...titled('New password'),
    lazy: {
      Component: async () =>
        (await import('../features/accounts/reset-password-screen.tsx')).ResetPasswordScreen,
    },
  },
  {
    path: 'auth/success',
    ...titled('Completing sign-in'),
    lazy: {
      Component: async () =>
        (await import('../features/accounts/social-sign-in-callback-screen.tsx')).SocialSignInCallbackScreen,
    },
  },
  coming('projects/:projectId/ratings', 'Feedback and ratings', comingPage),
]

const signIn: RouteObject[] = [
  {
    path: 'login',
    ...titled('Log in'),
    lazy: { Component: async () => (await import('../features/accounts/log-in-screen.tsx')).LogInScreen },
  },
  {
    path: 'signup',
    ...titled('Sign up'),
    lazy: { Component: async () => (await import('../features/accounts/sign-up-screen.tsx')).SignUpScreen },
  },
]

const participant: RouteObject[] = [
  {
    path: 'dashboard',
    ...titled('Dashboard'),
    lazy: {
      Component: async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
    },
  },
  {
    path: 'SubmitProject',
    ...titled('Submit project'),
    lazy: {
      Component: async () =>
        (await import('../features/submit/submit-project-screen.tsx')).SubmitProjectScreen,
    },
  },
  {
    path: 'leaderboard',
    ...titled('Leaderboard'),
    lazy: {
      Component: async () =>
        (await import('../features/leaderboard/leaderboard-screen.tsx')).LeaderboardScreen,
    },
  },
  {
    path: 'daily-challenge',
    ...titled('Daily challenge'),
    lazy: {
      Component: async () =>
        (await import('../features/challenge/daily-challenge-screen.tsx')).DailyChallengeScreen,
    },
  },
  coming('ProjectList', 'My projects'),
  coming('projects', 'My projects'),
  coming('project/:projectId', 'Project'),
  coming('profile', 'Profile'),
  coming('resources', 'Resources'),
  coming('community', 'Community'),
]

/** All addresses of the product (specification, section 2). Every screen comes in a file of its own. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: PageLoader,
    children: [
      ...openToVisitors,
      { Component: VisitorsOnly, children: signIn },
      {
        Component: UsersOnly,
        children: [
          {
            lazy: {
              Component: async () =>
                (await import('./participant-shell/participant-shell.tsx')).ParticipantShell,
            },
            children: participant,
          },
        ],
      },
      ...adminRoutes(comingScreen),
      { path: '*', Component: RedirectHome },
    ],
  },
]
