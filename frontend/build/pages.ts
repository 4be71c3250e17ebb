/** A page address and what its first paint needs. */
export type Page = {
  path: string
  /** The query string without "?" with which the prerendered page is right; `*` stands for every one. */
  query: '' | '*' | (string & {})
  /** Name of the file in the build. */
  file: string
  /** The modules that the routes of the address load, below `src`. */
  screens: readonly string[]
  /** Only for pages that are prerendered: what browsers and search engines show of them. */
  head?: { title: string; description: string }
}

const participantShell = 'app/participant-shell/participant-shell.tsx'
const adminShell = 'features/admin-shell/admin-shell.tsx'

const landing = {
  file: 'landing.html',
  screens: ['features/landing/landing-screen.tsx'],
  head: {
    title: 'Thirty: thirty days, one build a day',
    description:
      'Ship a small project every day, have it scored by challenge admins, and watch the leaderboard move live.',
  },
}

const logIn = {
  file: 'login.html',
  screens: ['features/accounts/screens.ts'],
  head: { title: 'Log in · Thirty', description: 'Log in to Thirty, the 30-day coding challenge.' },
}

const signUp = {
  file: 'signup.html',
  screens: ['features/accounts/screens.ts'],
  head: {
    title: 'Sign up · Thirty',
    description: 'Join the 30-day coding challenge: one project a day, on a live leaderboard.',
  },
}

const signUpOnLogInPage = {
  ...signUp,
  file: 'login-signup.html',
  screens: ['features/accounts/screens.ts'],
}

/**
 * The pages that load faster than by the script alone: visitors' pages are prerendered, and the pages that signed-in users
 * open most name the files of their screens, so that the browser loads them together with the script.
 */
export const pages: readonly Page[] = [
  { path: '/', query: '*', ...landing },
  { path: '/login', query: '', ...logIn },
  { path: '/login', query: 'signup=true', ...signUpOnLogInPage },
  { path: '/signup', query: '', ...signUp },
  {
    path: '/leaderboard',
    query: '*',
    file: 'leaderboard.html',
    screens: [participantShell, 'features/leaderboard/leaderboard-screen.tsx'],
  },
  {
    path: '/dashboard',
    query: '*',
    file: 'dashboard.html',
    screens: [participantShell, 'features/dashboard/dashboard-screen.tsx'],
  },
  {
    path: '/SubmitProject',
    query: '*',
    file: 'submit.html',
    screens: [participantShell, 'features/submit/submit-project-screen.tsx'],
  },
  {
    path: '/admin/leaderboard',
    query: '*',
    file: 'admin-leaderboard.html',
    screens: [adminShell, 'features/admin-board/admin-board-screen.tsx'],
  },
  {
    path: '/admin/submissions',
    query: '*',
    file: 'admin-submissions.html',
    screens: [adminShell, 'features/admin-submissions/submissions-screen.tsx'],
  },
]
