/** Every path of the frontend. All links use these, so a renamed route changes in one place. */
export const paths = {
  landing: '/',
  section: (name: 'features' | 'about' | 'rules' | 'faq') => `/#${name}`,
  logIn: '/login',
  /** The target of "Sign up" links: the login screen with the sign-up form. */
  signUpOnLogInPage: '/login?signup=true',
  signUp: '/signup',
  forgotPassword: '/forgot',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  unsubscribe: '/unsubscribe',
  socialSignInCallback: '/auth/success',
  socialSecondStep: '/auth/second-step',
  dashboard: '/dashboard',
  submitProject: '/SubmitProject',
  /** Opens the form with this day selected. */
  submitProjectForDay: (day: number) => `/SubmitProject?day=${day}`,
  /** Opens the form with the project of this day, to revise it. */
  reviseProject: (day: number) => `/SubmitProject?revise=${day}`,
  myProjects: '/ProjectList',
  leaderboard: '/leaderboard',
  /** The leaderboard at the end of each day. */
  leaderboardOfDay: (day: number) => `/leaderboard?at=day:${day}`,
  replay: '/leaderboard/replay',
  replayOfDay: (day: number) => `/leaderboard/replay?day=${day}`,
  project: (id: string) => `/project/${encodeURIComponent(id)}`,
  projectRatings: (id: string) => `/projects/${encodeURIComponent(id)}/ratings`,
  profile: '/profile',
  /** The public profile of a user, by id or username. Ids stay the same, so links of ours have them. */
  person: (idOrUsername: string) => `/u/${encodeURIComponent(idOrUsername)}`,
  /** The own certificate. */
  ownCertificate: '/certificate',
  /** The public page that verifies a certificate. */
  certificate: (code: string) => `/certificates/${encodeURIComponent(code)}`,
  dailyChallenge: '/daily-challenge',
  /** The brief and the tasks of one day. */
  briefOfDay: (day: number) => `/daily-challenge?day=${day}`,
  resources: '/resources',
  guide: (id: 'live-link' | 'repository' | 'screenshot') => `/guides/${id}`,
  community: '/community',
  communityTab: (tab: 'discussions' | 'members') => `/community?tab=${tab}`,
  discussion: (id: string) => `/community?${new URLSearchParams({ tab: 'discussions', discussion: id })}`,
  admin: {
    home: '/admin',
    logIn: '/admin/login',
    signUp: '/admin/signup',
    forgotPassword: '/admin/forgot',
    leaderboard: '/admin/leaderboard',
    /** Who would move with another scoring. */
    whatIf: '/admin/what-if',
    submissions: '/admin/submissions',
    /** The submissions of one participant. */
    participantSubmissions: (userId: string) => `/admin/submissions?${new URLSearchParams({ user: userId })}`,
    users: '/admin/users',
    settings: '/admin/settings',
    webhooks: '/admin/webhooks',
    reveal: '/admin/reveal',
    version: '/admin/version',
    /** The backups with one of them highlighted. */
    backup: (id: string) => `/admin/version?${new URLSearchParams({ backup: id })}`,
    team: '/admin/team',
    invitation: '/admin/invitation',
    audit: '/admin/audit',
    health: '/admin/health',
    judging: '/admin/judging',
    account: '/admin/account',
    security: '/admin/security',
    rateProject: (id: string) => `/admin/rate-project/${encodeURIComponent(id)}`,
    userProjects: (userId: string) => `/admin/users/${encodeURIComponent(userId)}/projects`,
    rateParticipantProject: (userId: string, projectId: string) =>
      `/admin/users/${encodeURIComponent(userId)}/projects/${encodeURIComponent(projectId)}/rate`,
  },
} as const
