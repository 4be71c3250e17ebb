/** Every address of the product. Links are made here, so that a renamed route is renamed once. */
export const paths = {
  landing: '/',
  section: (name: 'features' | 'about' | 'rules' | 'faq') => `/#${name}`,
  logIn: '/login',
  /** What "Sign up" links to: the log-in address, showing the sign-up form. */
  signUpOnLogInPage: '/login?signup=true',
  signUp: '/signup',
  forgotPassword: '/forgot',
  resetPassword: '/reset-password',
  socialSignInCallback: '/auth/success',
  dashboard: '/dashboard',
  submitProject: '/SubmitProject',
  /** Opens the form on a day other than the preset one. */
  submitProjectForDay: (day: number) => `/SubmitProject?day=${day}`,
  myProjects: '/ProjectList',
  leaderboard: '/leaderboard',
  project: (id: string) => `/project/${encodeURIComponent(id)}`,
  projectRatings: (id: string) => `/projects/${encodeURIComponent(id)}/ratings`,
  profile: '/profile',
  dailyChallenge: '/daily-challenge',
  resources: '/resources',
  community: '/community',
  admin: {
    home: '/admin',
    logIn: '/admin/login',
    signUp: '/admin/signup',
    leaderboard: '/admin/leaderboard',
    submissions: '/admin/submissions',
    /** What one participant has handed in. */
    submissionsOf: (userId: string) => `/admin/submissions?${new URLSearchParams({ user: userId })}`,
    users: '/admin/users',
    settings: '/admin/settings',
    version: '/admin/version',
    rateProject: (id: string) => `/admin/rate-project/${encodeURIComponent(id)}`,
    userProjects: (userId: string) => `/admin/users/${encodeURIComponent(userId)}/projects`,
    rateProjectOf: (userId: string, projectId: string) =>
      `/admin/users/${encodeURIComponent(userId)}/projects/${encodeURIComponent(projectId)}/rate`,
  },
} as const
