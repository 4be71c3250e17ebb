import { paths } from '../../app/paths.ts'

/** What an address that has no screen yet will be, and where to go meanwhile. */
export type ComingSoonPage = {
  title: string
  /** What the screen will do. */
  description: string
  /** What can be done about it today. */
  alternative: string
  links: readonly { to: string; label: string }[]
}

const places: readonly (ComingSoonPage & { address: RegExp })[] = [
  {
    address: /^\/projects\/[^/]+\/ratings$/,
    title: 'Feedback and ratings',
    description: 'Here everybody will read what was said about a project, criterion by criterion.',
    alternative: 'Scores already count on the leaderboard; open a row to see the score of every day.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/(ProjectList|projects)$/,
    title: 'My projects',
    description:
      'Here you will find everything you handed in, by day, with search and filters, and the feedback to each.',
    alternative:
      'The dashboard counts them, and your row of the leaderboard shows the newest three and every score.',
    links: [
      { to: paths.submitProject, label: 'Submit Project' },
      { to: paths.dashboard, label: 'Dashboard' },
    ],
  },
  {
    address: /^\/project\//,
    title: 'Project',
    description: 'Here you will see one project in full, like it, comment on it and rate it.',
    alternative: 'Until then, its name, picture and score stand on the leaderboard.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/profile$/,
    title: 'Profile',
    description: 'Here you will change your name, picture, password, theme and what you want to be told.',
    alternative: 'The theme already turns with the button in the top bar.',
    links: [{ to: paths.dashboard, label: 'Dashboard' }],
  },
  {
    address: /^\/resources$/,
    title: 'Resources',
    description: 'Here a library of documentation, tools and guides will stand by topic, with bookmarks.',
    alternative: 'The brief of each day is beside the form that submits it.',
    links: [{ to: paths.submitProject, label: 'Submit Project' }],
  },
  {
    address: /^\/community$/,
    title: 'Community',
    description: 'Here you will follow what others ship, take part in discussions and meet the members.',
    alternative: 'Who moves is live on the leaderboard.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/admin\/users\/[^/]+\/projects$/,
    title: 'User Projects',
    description:
      'Here all projects of one participant will stand by day, with filters and a way to rate each.',
    alternative: 'Until then, every project can be found, reviewed and rated from the submissions.',
    links: [{ to: paths.admin.submissions, label: 'Submissions' }],
  },
  {
    address: /^\/admin\/users$/,
    title: 'User Management',
    description: 'Here every participant will have a card with status, submissions and projects.',
    alternative: 'The leaderboard lists all participants who are ranked.',
    links: [{ to: paths.admin.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/admin\/version$/,
    title: 'Challenge Backups',
    description: 'Here you will keep, compare and restore backups of the challenge.',
    alternative: 'Nothing is overwritten until then: the log of events keeps everything that happens.',
    links: [{ to: paths.admin.settings, label: 'Settings' }],
  },
]

/** What is known about an address; undefined for one that is not waiting for anything. */
export const findComingSoonPage = (pathname: string): ComingSoonPage | undefined =>
  places.find(({ address }) => address.test(pathname))
