import type { ComponentType } from 'react'
import type { adminScreens, screens } from '../shared/navigation/screens.ts'

type Loaders<Id extends string> = Readonly<Record<Id, () => Promise<ComponentType>>>

/**
 * How each screen is loaded when it is first opened, from a separate script. `build/html-pages.ts` reads this file as text to find the
 * module of a screen, so every entry keeps this form.
 */
export const loaders: Loaders<keyof typeof screens> = {
  landing: async () => (await import('../features/landing/landing-screen.tsx')).LandingScreen,
  logIn: async () => (await import('../features/accounts/screens.ts')).LogInScreen,
  signUp: async () => (await import('../features/accounts/screens.ts')).SignUpScreen,
  forgotPassword: async () => (await import('../features/accounts/screens.ts')).ForgotPasswordScreen,
  resetPassword: async () => (await import('../features/accounts/screens.ts')).ResetPasswordScreen,
  confirmEmail: async () => (await import('../features/accounts/screens.ts')).ConfirmEmailScreen,
  unsubscribe: async () => (await import('../features/accounts/screens.ts')).UnsubscribeScreen,
  socialSignInCallback: async () =>
    (await import('../features/accounts/screens.ts')).SocialSignInCallbackScreen,
  socialSecondStep: async () => (await import('../features/accounts/screens.ts')).SocialSecondStepScreen,
  certificate: async () =>
    (await import('../features/certificate/certificate-screens.tsx')).VerificationScreen,
  guide: async () => (await import('../features/guides/guide-screen.tsx')).GuideScreen,
  projectRatings: async () => (await import('../features/feedback/feedback-screen.tsx')).FeedbackScreen,
  project: async () => (await import('../features/project/project-screen.tsx')).ProjectScreen,
  person: async () =>
    (await import('../features/public-profile/public-profile-screen.tsx')).PublicProfileScreen,
  community: async () => (await import('../features/community/community-screen.tsx')).CommunityScreen,
  dashboard: async () => (await import('../features/dashboard/dashboard-screen.tsx')).DashboardScreen,
  submitProject: async () =>
    (await import('../features/submit/submit-project-screen.tsx')).SubmitProjectScreen,
  leaderboard: async () => (await import('../features/leaderboard/leaderboard-screen.tsx')).LeaderboardScreen,
  replay: async () => (await import('../features/replay/replay-screen.tsx')).ReplayScreen,
  dailyChallenge: async () =>
    (await import('../features/challenge/daily-challenge-screen.tsx')).DailyChallengeScreen,
  myProjects: async () => (await import('../features/my-projects/my-projects-screen.tsx')).MyProjectsScreen,
  ownCertificate: async () =>
    (await import('../features/certificate/certificate-screens.tsx')).OwnCertificateScreen,
  profile: async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  resources: async () => (await import('../features/resources/resources-screen.tsx')).ResourcesScreen,
}

/** The same for the screens of admins, also those before their login. */
export const adminLoaders: Loaders<keyof typeof adminScreens> = {
  logIn: async () => (await import('../features/admin-accounts/admin-account-screens.tsx')).AdminLogInScreen,
  signUp: async () =>
    (await import('../features/admin-accounts/admin-account-screens.tsx')).AdminSignUpScreen,
  forgotPassword: async () => (await import('../features/accounts/screens.ts')).AdminForgotPasswordScreen,
  invitation: async () =>
    (await import('../features/admin-accounts/admin-account-screens.tsx')).InvitationScreen,
  leaderboard: async () => (await import('../features/admin-board/admin-board-screen.tsx')).AdminBoardScreen,
  whatIf: async () => (await import('../features/what-if/what-if-screen.tsx')).WhatIfScreen,
  submissions: async () =>
    (await import('../features/admin-submissions/submissions-screen.tsx')).SubmissionsScreen,
  judging: async () => (await import('../features/admin-judging/judging-screen.tsx')).JudgingScreen,
  users: async () => (await import('../features/admin-users/users-screen.tsx')).UsersScreen,
  userProjects: async () =>
    (await import('../features/admin-user-projects/user-projects-screen.tsx')).UserProjectsScreen,
  team: async () => (await import('../features/admin-team/team-screen.tsx')).TeamScreen,
  settings: async () => (await import('../features/admin-settings/settings-screen.tsx')).SettingsScreen,
  webhooks: async () => (await import('../features/admin-webhooks/webhooks-screen.tsx')).WebhooksScreen,
  reveal: async () => (await import('../features/admin-reveal/reveal-screen.tsx')).RevealScreen,
  version: async () => (await import('../features/admin-backups/backups-screen.tsx')).BackupsScreen,
  audit: async () => (await import('../features/admin-audit/audit-screen.tsx')).AuditScreen,
  health: async () => (await import('../features/admin-health/health-screen.tsx')).HealthScreen,
  account: async () => (await import('../features/profile/profile-screen.tsx')).AdminAccountScreen,
  security: async () => (await import('../features/admin-security/security-screens.tsx')).SecurityScreen,
  rateProject: async () =>
    (await import('../features/admin-rating/rate-project-screen.tsx')).RateProjectScreen,
  rateParticipantProject: async () =>
    (await import('../features/admin-rating/rate-project-screen.tsx')).RateProjectScreen,
}
