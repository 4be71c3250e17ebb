import { paths } from '../../app/paths.ts'

/** What is planned for a path without a screen, and where to go meanwhile. */
export type ComingSoonPage = {
  title: string
  /** What the screen will do. */
  description: string
  /** What is possible today. */
  alternative: string
  links: readonly { to: string; label: string }[]
}

const pages: readonly (ComingSoonPage & { pattern: RegExp })[] = [
  {
    pattern: /^\/projects\/[^/]+\/ratings$/,
    title: 'Feedback and ratings',
    description: 'Here everyone will read the ratings of a project, criterion by criterion.',
    alternative: 'Scores already count on the leaderboard; open a row to see the score of every day.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    pattern: /^\/(ProjectList|projects)$/,
    title: 'My projects',
    description:
      'Here you will find all your submissions by day, with search, filters and the feedback on each.',
    alternative:
      'The dashboard counts them, and your row on the leaderboard shows the newest three and every score.',
    links: [
      { to: paths.submitProject, label: 'Submit Project' },
      { to: paths.dashboard, label: 'Dashboard' },
    ],
  },
  {
    pattern: /^\/project\//,
    title: 'Project',
    description: 'Here you will see one project in full, like it, comment on it and rate it.',
    alternative: 'Until then, its name, screenshot and score are on the leaderboard.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    pattern: /^\/admin\/users\/[^/]+\/projects$/,
    title: 'User Projects',
    description:
      'Here you will see all projects of one participant by day, with filters and a way to rate each.',
    alternative: 'Until then, find, review and rate projects in Submissions.',
    links: [
      { to: paths.admin.submissions, label: 'Submissions' },
      { to: paths.admin.users, label: 'Back to Users' },
    ],
  },
]

/** Returns the page for a path; undefined if nothing is planned for it. */
export const findComingSoonPage = (pathname: string): ComingSoonPage | undefined =>
  pages.find(({ pattern }) => pattern.test(pathname))
