import type { RouteObject } from '../shared/navigation/router.ts'
import { PageLoader } from '../shared/ui/feedback/page-loader.tsx'
import { adminRoutes } from './admin-routes.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { MembersOnly, RedirectHome, UsersOnly, VisitorsOnly } from './guards.tsx'
import { Root } from './root.tsx'
import { ScreenError } from './screen-error.tsx'
import { lazyScreen } from './lazy-screen.ts'
import type { RouteHandle } from './use-route-title.ts'
import { t } from './messages/t.ts'

const titled = (title: string) => ({ handle: { title } satisfies RouteHandle })

const publicRoutes: RouteObject[] = [
  {
    index: true,
    lazy: lazyScreen(async () => (await import('../features/landing/landing-screen.tsx')).LandingScreen),
  },
  {
    path: 'forgot',
    ...titled(t('titleForgotPassword')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).ForgotPasswordScreen),
  },
  {
    path: 'reset-password',
    ...titled(t('titleNewPassword')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).ResetPasswordScreen),
  },
  {
    path: 'confirm-email',
    ...titled(t('titleConfirmEmail')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).ConfirmEmailScreen),
  },
  {
    path: 'unsubscribe',
    ...titled(t('titleUnsubscribe')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).UnsubscribeScreen),
  },
  {
    path: 'auth/success',
    ...titled(t('titleCompletingSignIn')),
    lazy: lazyScreen(
      async () => (await import('../features/accounts/screens.ts')).SocialSignInCallbackScreen,
    ),
  },
  {
    path: 'auth/second-step',
    ...titled(t('titleSecondStep')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).SocialSecondStepScreen),
  },
  {
    lazy: lazyScreen(async () => (await import('./public-shell.tsx')).PublicShell),
    children: [
      {
        ErrorBoundary: ScreenError,
        children: [
          {
            path: 'certificates/:code',
            ...titled(t('titleCertificate')),
            lazy: lazyScreen(
              async () => (await import('../features/certificate/screens.ts')).VerificationScreen,
            ),
          },
          {
            path: 'guides/:guide',
            ...titled(t('titleGuide')),
            lazy: lazyScreen(async () => (await import('../features/guides/guide-screen.tsx')).GuideScreen),
          },
          {
            path: 'projects/:projectId/ratings',
            ...titled(t('titleFeedback')),
            lazy: lazyScreen(
              async () => (await import('../features/feedback/feedback-screen.tsx')).FeedbackScreen,
            ),
          },
        ],
      },
    ],
  },
]

const signInRoutes: RouteObject[] = [
  {
    path: 'login',
    ...titled(t('logIn')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).LogInScreen),
  },
  {
    path: 'signup',
    ...titled(t('signUp')),
    lazy: lazyScreen(async () => (await import('../features/accounts/screens.ts')).SignUpScreen),
  },
]

/** The screens that admins read, too. */
const sharedRoutes: RouteObject[] = [
  {
    path: 'project/:projectId',
    ...titled(t('titleProject')),
    lazy: lazyScreen(async () => (await import('../features/project/project-screen.tsx')).ProjectScreen),
  },
  {
    path: 'u/:user',
    ...titled(t('titlePublicProfile')),
    lazy: lazyScreen(
      async () => (await import('../features/public-profile/public-profile-screen.tsx')).PublicProfileScreen,
    ),
  },
  {
    path: 'community',
    ...titled(t('community')),
    lazy: lazyScreen(
      async () => (await import('../features/community/community-screen.tsx')).CommunityScreen,
    ),
  },
]

const participantRoutes: RouteObject[] = [
  {
    path: 'dashboard',
    ...titled(t('dashboard')),
    lazy: lazyScreen(
      async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
    ),
  },
  {
    path: 'SubmitProject',
    ...titled(t('submitProject')),
    lazy: lazyScreen(
      async () => (await import('../features/submit/submit-project-screen.tsx')).SubmitProjectScreen,
    ),
  },
  {
    path: 'leaderboard',
    ...titled(t('leaderboard')),
    lazy: lazyScreen(
      async () => (await import('../features/leaderboard/leaderboard-screen.tsx')).LeaderboardScreen,
    ),
  },
  {
    path: 'leaderboard/replay',
    ...titled(t('titleReplay')),
    lazy: lazyScreen(async () => (await import('../features/replay/replay-screen.tsx')).ReplayScreen),
  },
  {
    path: 'daily-challenge',
    ...titled(t('dailyChallenge')),
    lazy: lazyScreen(
      async () => (await import('../features/challenge/daily-challenge-screen.tsx')).DailyChallengeScreen,
    ),
  },
  ...['ProjectList', 'projects'].map((path) => ({
    path,
    ...titled(t('myProjects')),
    lazy: lazyScreen(
      async () => (await import('../features/my-projects/my-projects-screen.tsx')).MyProjectsScreen,
    ),
  })),
  {
    path: 'certificate',
    ...titled(t('titleOwnCertificate')),
    lazy: lazyScreen(async () => (await import('../features/certificate/screens.ts')).OwnCertificateScreen),
  },
  {
    path: 'profile',
    ...titled(t('profile')),
    lazy: lazyScreen(async () => (await import('./profile-page.tsx')).ProfilePage),
  },
  {
    path: 'resources',
    ...titled(t('resources')),
    lazy: lazyScreen(
      async () => (await import('../features/resources/resources-screen.tsx')).ResourcesScreen,
    ),
  },
]

/** All routes of the product (specification, section 2). Each screen is loaded from its own chunk. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: PageLoader,
    children: [
      ...publicRoutes,
      { Component: VisitorsOnly, children: signInRoutes },
      {
        Component: MembersOnly,
        children: [
          {
            lazy: lazyScreen(async () => (await import('./members-shell.tsx')).MembersShell),
            children: [
              {
                ErrorBoundary: ScreenError,
                children: [...sharedRoutes, { Component: UsersOnly, children: participantRoutes }],
              },
            ],
          },
        ],
      },
      ...adminRoutes,
      { path: '*', Component: RedirectHome },
    ],
  },
]
