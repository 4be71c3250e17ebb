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
    pattern: /^\/profile$/,
    title: 'Profile',
    description: 'Here you will change your name, profile image, password, theme and notifications.',
    alternative: 'You can already switch the theme with the button in the top bar.',
    links: [{ to: paths.dashboard, label: 'Dashboard' }],
  },
  {
    pattern: /^\/resources$/,
    title: 'Resources',
    description: 'Here you will find documentation, tools and guides by topic, with bookmarks.',
    alternative: "Each day's brief is next to the submission form.",
    links: [{ to: paths.submitProject, label: 'Submit Project' }],
  },
  {
    pattern: /^\/community$/,
    title: 'Community',
    description: 'Here you will follow what others ship, take part in discussions and meet the members.',
    alternative: 'Until then, follow the others live on the leaderboard.',
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
