// The table of all screens: address, title, who may open each, and the page that the build writes of it. Routes, links, menus, titles and
// prerendered pages are made from it.

import type { Permission } from '@thirty/contracts/team/permissions.ts'
import { t } from '../i18n/t.ts'

/**
 * Who may open a screen, and the frame around it. `everybody` and `visitors` see it without a frame, `public` with that of the public
 * pages; `members` are participants and admins. The `stage` is for admins, without their navigation: it is made for a projector.
 */
export type Area = 'everybody' | 'public' | 'visitors' | 'members' | 'participants' | 'admins' | 'stage'

export type Screen = {
  /** The address. Parameters begin with a colon. */
  path: string
  /** Addresses from earlier times. */
  otherPaths?: readonly string[]
  /** What the page and the links to it are called. The start page has the name of the product. */
  title?: string
  area: Area
  /** What an admin needs to open it. */
  permission?: Permission
  /**
   * The page that the build writes, which loads faster than by the script alone. It is prerendered for every query or only without one;
   * the others name the files of the screen, so that the browser loads these together with the script.
   */
  page?: 'for-every-query' | 'without-query' | 'files-only'
}

export type Screens = Readonly<Record<string, Screen>>

/** Returns the screens of a table with the area that they are in. */
const screensIn = <const Table extends Readonly<Record<string, Omit<Screen, 'area'>>>>(
  area: Area,
  table: Table,
) =>
  // Safe: each screen keeps its fields.
  Object.fromEntries(Object.entries(table).map(([id, screen]) => [id, { ...screen, area }])) as {
    readonly [Id in keyof Table]: Table[Id] & { readonly area: Area }
  }

/** Every screen of visitors and participants. */
export const screens = {
  ...screensIn('everybody', {
    landing: { path: '/', page: 'for-every-query' },
    forgotPassword: { path: '/forgot', title: t('common.forgotPasswordAccounts') },
    resetPassword: { path: '/reset-password', title: t('common.newPassword') },
    confirmEmail: { path: '/confirm-email', title: t('common.confirmEmail') },
    unsubscribe: { path: '/unsubscribe', title: t('navigation.unsubscribe') },
    socialSignInCallback: { path: '/auth/success', title: t('navigation.completingSignIn') },
    socialSecondStep: { path: '/auth/second-step', title: t('common.secondStep') },
  }),
  ...screensIn('visitors', {
    logIn: { path: '/login', title: t('common.logIn'), page: 'without-query' },
    signUp: { path: '/signup', title: t('common.signUp'), page: 'without-query' },
  }),
  ...screensIn('public', {
    /** The public page that verifies a certificate. */
    certificate: { path: '/certificates/:code', title: t('common.certificate') },
    guide: { path: '/guides/:guide', title: t('navigation.guide') },
    projectRatings: { path: '/projects/:projectId/ratings', title: t('common.feedbackAndRatings') },
  }),
  ...screensIn('members', {
    project: { path: '/project/:projectId', title: t('common.project'), page: 'for-every-query' },
    /** By id or username. Ids stay the same, so links of ours have them. */
    person: { path: '/u/:user', title: t('common.publicProfile') },
    community: { path: '/community', title: t('common.community'), page: 'without-query' },
  }),
  ...screensIn('participants', {
    dashboard: { path: '/dashboard', title: t('common.dashboard'), page: 'for-every-query' },
    submitProject: { path: '/SubmitProject', title: t('common.submitProjectNavigation'), page: 'files-only' },
    leaderboard: { path: '/leaderboard', title: t('common.leaderboard'), page: 'without-query' },
    replay: { path: '/leaderboard/replay', title: t('common.replay') },
    dailyChallenge: { path: '/daily-challenge', title: t('common.dailyChallenge') },
    myProjects: { path: '/ProjectList', otherPaths: ['/projects'], title: t('common.myProjectsMyProjects') },
    ownCertificate: { path: '/certificate', title: t('navigation.ownCertificate') },
    profile: { path: '/profile', title: t('common.profile') },
    resources: { path: '/resources', title: t('common.resources') },
  }),
} satisfies Screens

/** Every screen of admins. */
export const adminScreens = {
  ...screensIn('visitors', {
    logIn: { path: '/admin/login', title: t('common.logIn'), page: 'for-every-query' },
    signUp: { path: '/admin/signup', title: t('common.signUp') },
  }),
  ...screensIn('everybody', {
    forgotPassword: { path: '/admin/forgot', title: t('common.forgotPasswordAccounts') },
    /** For everybody with a link, logged in or not. */
    invitation: { path: '/admin/invitation', title: t('common.invitation') },
  }),
  ...screensIn('admins', {
    leaderboard: { path: '/admin/leaderboard', title: t('common.leaderboard'), page: 'without-query' },
    /** Who would move with another scoring. */
    whatIf: { path: '/admin/what-if', title: t('common.whatIf'), page: 'without-query' },
    submissions: { path: '/admin/submissions', title: t('common.submissions'), page: 'without-query' },
    judging: { path: '/admin/judging', title: t('common.judging'), page: 'for-every-query' },
    users: { path: '/admin/users', title: t('common.users'), page: 'without-query' },
    userProjects: {
      path: '/admin/users/:userId/projects',
      title: t('navigation.userProjects'),
      page: 'for-every-query',
    },
    team: { path: '/admin/team', title: t('common.team'), page: 'for-every-query' },
    settings: { path: '/admin/settings', title: t('common.settings'), page: 'for-every-query' },
    webhooks: {
      path: '/admin/webhooks',
      title: t('common.webhooks'),
      permission: 'manage-webhooks',
      page: 'for-every-query',
    },
    version: { path: '/admin/version', title: t('navigation.version'), page: 'without-query' },
    audit: { path: '/admin/audit', title: t('common.audit'), page: 'without-query' },
    health: {
      path: '/admin/health',
      title: t('common.health'),
      permission: 'view-health',
      page: 'for-every-query',
    },
    account: { path: '/admin/account', title: t('common.account') },
    security: { path: '/admin/security', title: t('common.security'), page: 'for-every-query' },
    rateProject: {
      path: '/admin/rate-project/:projectId',
      otherPaths: ['/admin/projects/:projectId'],
      title: t('navigation.rateProject'),
      page: 'for-every-query',
    },
    rateParticipantProject: {
      path: '/admin/users/:userId/projects/:projectId/rate',
      title: t('navigation.rateProject'),
    },
  }),
  ...screensIn('stage', {
    reveal: { path: '/admin/reveal', title: t('navigation.reveal'), permission: 'run-challenge' },
  }),
} satisfies Screens
