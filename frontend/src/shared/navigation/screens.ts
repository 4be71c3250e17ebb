import type { Permission } from '@thirty/contracts/rules/permissions.ts'
import { t } from './messages/t.ts'

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

/** Every screen of visitors and participants. Routes, links, menus, titles and prerendered pages are made from it. */
export const screens = {
  landing: { path: '/', area: 'everybody', page: 'for-every-query' },
  logIn: { path: '/login', title: t('logIn'), area: 'visitors', page: 'without-query' },
  signUp: { path: '/signup', title: t('signUp'), area: 'visitors', page: 'without-query' },
  forgotPassword: { path: '/forgot', title: t('forgotPassword'), area: 'everybody' },
  resetPassword: { path: '/reset-password', title: t('newPassword'), area: 'everybody' },
  confirmEmail: { path: '/confirm-email', title: t('confirmEmail'), area: 'everybody' },
  unsubscribe: { path: '/unsubscribe', title: t('unsubscribe'), area: 'everybody' },
  socialSignInCallback: { path: '/auth/success', title: t('completingSignIn'), area: 'everybody' },
  socialSecondStep: { path: '/auth/second-step', title: t('secondStep'), area: 'everybody' },
  /** The public page that verifies a certificate. */
  certificate: { path: '/certificates/:code', title: t('certificate'), area: 'public' },
  guide: { path: '/guides/:guide', title: t('guide'), area: 'public' },
  projectRatings: { path: '/projects/:projectId/ratings', title: t('feedback'), area: 'public' },
  project: { path: '/project/:projectId', title: t('project'), area: 'members', page: 'for-every-query' },
  /** By id or username. Ids stay the same, so links of ours have them. */
  person: { path: '/u/:user', title: t('publicProfile'), area: 'members' },
  community: { path: '/community', title: t('community'), area: 'members', page: 'without-query' },
  dashboard: { path: '/dashboard', title: t('dashboard'), area: 'participants', page: 'for-every-query' },
  submitProject: {
    path: '/SubmitProject',
    title: t('submitProject'),
    area: 'participants',
    page: 'files-only',
  },
  leaderboard: { path: '/leaderboard', title: t('leaderboard'), area: 'participants', page: 'without-query' },
  replay: { path: '/leaderboard/replay', title: t('replay'), area: 'participants' },
  dailyChallenge: { path: '/daily-challenge', title: t('dailyChallenge'), area: 'participants' },
  myProjects: {
    path: '/ProjectList',
    otherPaths: ['/projects'],
    title: t('myProjects'),
    area: 'participants',
  },
  ownCertificate: { path: '/certificate', title: t('ownCertificate'), area: 'participants' },
  profile: { path: '/profile', title: t('profile'), area: 'participants' },
  resources: { path: '/resources', title: t('resources'), area: 'participants' },
} as const satisfies Screens

/** Every screen of admins. */
export const adminScreens = {
  logIn: { path: '/admin/login', title: t('logIn'), area: 'visitors', page: 'for-every-query' },
  signUp: { path: '/admin/signup', title: t('signUp'), area: 'visitors' },
  forgotPassword: { path: '/admin/forgot', title: t('forgotPassword'), area: 'everybody' },
  /** For everybody with a link, logged in or not. */
  invitation: { path: '/admin/invitation', title: t('invitation'), area: 'everybody' },
  leaderboard: { path: '/admin/leaderboard', title: t('leaderboard'), area: 'admins', page: 'without-query' },
  /** Who would move with another scoring. */
  whatIf: { path: '/admin/what-if', title: t('whatIf'), area: 'admins', page: 'without-query' },
  submissions: { path: '/admin/submissions', title: t('submissions'), area: 'admins', page: 'without-query' },
  judging: { path: '/admin/judging', title: t('judging'), area: 'admins', page: 'for-every-query' },
  users: { path: '/admin/users', title: t('users'), area: 'admins', page: 'without-query' },
  userProjects: {
    path: '/admin/users/:userId/projects',
    title: t('userProjects'),
    area: 'admins',
    page: 'for-every-query',
  },
  team: { path: '/admin/team', title: t('team'), area: 'admins', page: 'for-every-query' },
  settings: { path: '/admin/settings', title: t('settings'), area: 'admins', page: 'for-every-query' },
  webhooks: {
    path: '/admin/webhooks',
    title: t('webhooks'),
    area: 'admins',
    permission: 'manage-webhooks',
    page: 'for-every-query',
  },
  reveal: { path: '/admin/reveal', title: t('reveal'), area: 'stage', permission: 'run-challenge' },
  version: { path: '/admin/version', title: t('version'), area: 'admins', page: 'without-query' },
  audit: { path: '/admin/audit', title: t('audit'), area: 'admins', page: 'without-query' },
  health: {
    path: '/admin/health',
    title: t('health'),
    area: 'admins',
    permission: 'view-health',
    page: 'for-every-query',
  },
  account: { path: '/admin/account', title: t('account'), area: 'admins' },
  security: { path: '/admin/security', title: t('security'), area: 'admins', page: 'for-every-query' },
  rateProject: {
    path: '/admin/rate-project/:projectId',
    otherPaths: ['/admin/projects/:projectId'],
    title: t('rateProject'),
    area: 'admins',
    page: 'for-every-query',
  },
  rateParticipantProject: {
    path: '/admin/users/:userId/projects/:projectId/rate',
    title: t('rateProject'),
    area: 'admins',
  },
} as const satisfies Screens
