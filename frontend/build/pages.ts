import type { HeadName } from './i18n/heads.ts'

/** A page address and what its first paint needs. */
export type Page = {
  /** A `*` at the end stands for one segment of the path. */
  path: string
  /** The query string without "?" with which the prerendered page is right; `*` stands for every one. */
  query: '' | '*' | (string & {})
  /** Name of the file in the build. */
  file: string
  /** The modules that the routes of the address load, below `src`. */
  screens: readonly string[]
  /** Who sees the prerendered page; another reader gets a page that the script makes. Missing: it is not prerendered. */
  audience?: 'everyone' | 'visitors' | 'participants' | 'admins'
  /** What browsers and search engines show of the page. */
  head?: HeadName
}

const participantShell = 'app/participant-shell/participant-shell.tsx'
const adminShell = 'features/admin-shell/admin-shell.tsx'

const landing: Omit<Page, 'path' | 'query'> = {
  file: 'landing.html',
  audience: 'everyone',
  screens: ['features/landing/landing-screen.tsx'],
  head: 'landing',
}

const logIn: Omit<Page, 'path' | 'query'> = {
  file: 'login.html',
  audience: 'visitors',
  screens: ['features/accounts/screens.ts'],
  head: 'logIn',
}

const signUp: Omit<Page, 'path' | 'query'> = {
  file: 'signup.html',
  audience: 'visitors',
  screens: ['features/accounts/screens.ts'],
  head: 'signUp',
}

const leaderboard = {
  file: 'leaderboard.html',
  screens: [participantShell, 'features/leaderboard/leaderboard-screen.tsx'],
}

const community = {
  file: 'community.html',
  screens: [participantShell, 'features/community/community-screen.tsx'],
}

/** Returns the pages of a screen of admins. They are without data: the server decides what an admin may see. */
function adminPages(path: string, screen: string, hasQuery: 'with a query' | 'without'): Page[] {
  const page: Page = {
    path: `/admin/${path}`,
    query: '*',
    file: `admin-${path.replaceAll(/\W+/g, '-')}.html`,
    audience: 'admins',
    screens: [adminShell, screen],
  }
  if (hasQuery === 'without') return [page]
  const { audience: _, ...filtered } = page
  return [
    { ...page, query: '' },
    { ...filtered, file: page.file.replace('.html', '-filtered.html') },
  ]
}

/**
 * The pages that load faster than by the script alone. Pages with an audience are prerendered: visitors can read them before
 * any script runs, and participants and admins see their navigation and the outline of the screen. The others name the files of
 * their screens, so that the browser loads these together with the script.
 */
export const pages: readonly Page[] = [
  { path: '/', query: '*', ...landing },
  { path: '/login', query: '', ...logIn },
  { path: '/login', query: 'signup=true', ...signUp, file: 'login-signup.html' },
  { path: '/signup', query: '', ...signUp },
  { path: '/leaderboard', query: '', audience: 'participants', ...leaderboard },
  { path: '/leaderboard', query: '*', ...leaderboard, file: 'leaderboard-filtered.html' },
  {
    path: '/dashboard',
    query: '*',
    file: 'dashboard.html',
    audience: 'participants',
    screens: [participantShell, 'features/dashboard/dashboard-screen.tsx'],
  },
  { path: '/community', query: '', audience: 'participants', ...community },
  { path: '/community', query: '*', ...community, file: 'community-tab.html' },
  {
    path: '/project/*',
    query: '*',
    file: 'project.html',
    audience: 'participants',
    screens: [participantShell, 'features/project/project-screen.tsx'],
  },
  {
    path: '/SubmitProject',
    query: '*',
    file: 'submit.html',
    screens: [participantShell, 'features/submit/submit-project-screen.tsx'],
  },
  {
    path: '/admin/login',
    query: '*',
    file: 'admin-login.html',
    audience: 'visitors',
    screens: ['features/admin-accounts/screens.ts'],
  },
  ...adminPages('leaderboard', 'features/admin-board/admin-board-screen.tsx', 'with a query'),
  ...adminPages('what-if', 'features/what-if/what-if-screen.tsx', 'with a query'),
  ...adminPages('submissions', 'features/admin-submissions/submissions-screen.tsx', 'with a query'),
  ...adminPages('judging', 'features/admin-judging/judging-screen.tsx', 'without'),
  ...adminPages('users', 'features/admin-users/users-screen.tsx', 'with a query'),
  ...adminPages('users/*/projects', 'features/admin-user-projects/user-projects-screen.tsx', 'without'),
  ...adminPages('team', 'features/admin-team/team-screen.tsx', 'without'),
  ...adminPages('settings', 'features/admin-settings/settings-screen.tsx', 'without'),
  ...adminPages('webhooks', 'features/admin-webhooks/webhooks-screen.tsx', 'without'),
  ...adminPages('version', 'features/admin-backups/backups-screen.tsx', 'with a query'),
  ...adminPages('audit', 'features/admin-audit/audit-screen.tsx', 'with a query'),
  ...adminPages('health', 'features/admin-health/health-screen.tsx', 'without'),
  ...adminPages('security', 'features/admin-security/screens.ts', 'without'),
  ...adminPages('rate-project/*', 'features/admin-rating/rate-project-screen.tsx', 'without'),
]
