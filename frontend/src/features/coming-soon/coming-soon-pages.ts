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
