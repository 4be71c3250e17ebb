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

/** Every screen of visitors and participants. */
export const screens = {
  landing: { path: '/', area: 'everybody', page: 'for-every-query' },
  logIn: { path: '/login', title: t('common.logIn'), area: 'visitors', page: 'without-query' },
  signUp: { path: '/signup', title: t('common.signUp'), area: 'visitors', page: 'without-query' },
  forgotPassword: { path: '/forgot', title: t('common.forgotPasswordAccounts'), area: 'everybody' },
  resetPassword: { path: '/reset-password', title: t('common.newPassword'), area: 'everybody' },
  confirmEmail: { path: '/confirm-email', title: t('common.confirmEmail'), area: 'everybody' },
  unsubscribe: { path: '/unsubscribe', title: t('navigation.unsubscribe'), area: 'everybody' },
  socialSignInCallback: { path: '/auth/success', title: t('navigation.completingSignIn'), area: 'everybody' },
  socialSecondStep: { path: '/auth/second-step', title: t('common.secondStep'), area: 'everybody' },
  /** The public page that verifies a certificate. */
  certificate: { path: '/certificates/:code', title: t('common.certificate'), area: 'public' },
  guide: { path: '/guides/:guide', title: t('navigation.guide'), area: 'public' },
  projectRatings: {
    path: '/projects/:projectId/ratings',
    title: t('common.feedbackAndRatings'),
    area: 'public',
  },
  project: {
    path: '/project/:projectId',
    title: t('common.project'),
    area: 'members',
    page: 'for-every-query',
  },
  /** By id or username. Ids stay the same, so links of ours have them. */
  person: { path: '/u/:user', title: t('common.publicProfile'), area: 'members' },
  community: { path: '/community', title: t('common.community'), area: 'members', page: 'without-query' },
  dashboard: {
    path: '/dashboard',
    title: t('common.dashboard'),
    area: 'participants',
    page: 'for-every-query',
  },
  submitProject: {
    path: '/SubmitProject',
    title: t('common.submitProjectNavigation'),
    area: 'participants',
    page: 'files-only',
  },
  leaderboard: {
    path: '/leaderboard',
    title: t('common.leaderboard'),
    area: 'participants',
    page: 'without-query',
  },
  replay: { path: '/leaderboard/replay', title: t('common.replay'), area: 'participants' },
  dailyChallenge: { path: '/daily-challenge', title: t('common.dailyChallenge'), area: 'participants' },
  myProjects: {
    path: '/ProjectList',
    otherPaths: ['/projects'],
    title: t('common.myProjectsMyProjects'),
    area: 'participants',
  },
  ownCertificate: { path: '/certificate', title: t('navigation.ownCertificate'), area: 'participants' },
  profile: { path: '/profile', title: t('common.profile'), area: 'participants' },
  resources: { path: '/resources', title: t('common.resources'), area: 'participants' },
} as const satisfies Screens

/** Every screen of admins. */
export const adminScreens = {
  logIn: { path: '/admin/login', title: t('common.logIn'), area: 'visitors', page: 'for-every-query' },
  signUp: { path: '/admin/signup', title: t('common.signUp'), area: 'visitors' },
  forgotPassword: { path: '/admin/forgot', title: t('common.forgotPasswordAccounts'), area: 'everybody' },
  /** For everybody with a link, logged in or not. */
  invitation: { path: '/admin/invitation', title: t('common.invitation'), area: 'everybody' },
  leaderboard: {
    path: '/admin/leaderboard',
    title: t('common.leaderboard'),
    area: 'admins',
    page: 'without-query',
  },
  /** Who would move with another scoring. */
  whatIf: { path: '/admin/what-if', title: t('common.whatIf'), area: 'admins', page: 'without-query' },
  submissions: {
    path: '/admin/submissions',
    title: t('common.submissions'),
    area: 'admins',
    page: 'without-query',
  },
  judging: { path: '/admin/judging', title: t('common.judging'), area: 'admins', page: 'for-every-query' },
  users: { path: '/admin/users', title: t('common.users'), area: 'admins', page: 'without-query' },
  userProjects: {
    path: '/admin/users/:userId/projects',
    title: t('navigation.userProjects'),
    area: 'admins',
    page: 'for-every-query',
  },
  team: { path: '/admin/team', title: t('common.team'), area: 'admins', page: 'for-every-query' },
  settings: { path: '/admin/settings', title: t('common.settings'), area: 'admins', page: 'for-every-query' },
  webhooks: {
    path: '/admin/webhooks',
    title: t('common.webhooks'),
    area: 'admins',
    permission: 'manage-webhooks',
    page: 'for-every-query',
  },
  reveal: {
    path: '/admin/reveal',
    title: t('navigation.reveal'),
    area: 'stage',
    permission: 'run-challenge',
  },
  version: { path: '/admin/version', title: t('navigation.version'), area: 'admins', page: 'without-query' },
  audit: { path: '/admin/audit', title: t('common.audit'), area: 'admins', page: 'without-query' },
  health: {
    path: '/admin/health',
    title: t('common.health'),
    area: 'admins',
    permission: 'view-health',
    page: 'for-every-query',
  },
  account: { path: '/admin/account', title: t('common.account'), area: 'admins' },
  security: { path: '/admin/security', title: t('common.security'), area: 'admins', page: 'for-every-query' },
  rateProject: {
    path: '/admin/rate-project/:projectId',
    otherPaths: ['/admin/projects/:projectId'],
    title: t('navigation.rateProject'),
    area: 'admins',
    page: 'for-every-query',
  },
  rateParticipantProject: {
    path: '/admin/users/:userId/projects/:projectId/rate',
    title: t('navigation.rateProject'),
    area: 'admins',
  },
} as const satisfies Screens
