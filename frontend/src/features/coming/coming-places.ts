import { paths } from '../../app/paths.ts'

/** What an address that has no screen yet will be, and where to go meanwhile. */
export type ComingPlace = {
  title: string
  /** What the screen will do. */
  will: string
  /** What can be done about it today. */
  meanwhile: string
  links: readonly { to: string; label: string }[]
}

const places: readonly (ComingPlace & { address: RegExp })[] = [
  {
    address: /^\/projects\/[^/]+\/ratings$/,
    title: 'Feedback and ratings',
    will: 'Here everybody will read what was said about a project, criterion by criterion.',
    meanwhile: 'Scores already count on the leaderboard; open a row to see the score of every day.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/(ProjectList|projects)$/,
    title: 'My projects',
    will: 'Here you will find everything you handed in, by day, with search and filters, and the feedback to each.',
    meanwhile:
      'The dashboard counts them, and your row of the leaderboard shows the newest three and every score.',
    links: [
      { to: paths.submitProject, label: 'Submit Project' },
      { to: paths.dashboard, label: 'Dashboard' },
    ],
  },
  {
    address: /^\/project\//,
    title: 'Project',
    will: 'Here you will see one project in full, like it, comment on it and rate it.',
    meanwhile: 'Until then, its name, picture and score stand on the leaderboard.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/profile$/,
    title: 'Profile',
    will: 'Here you will change your name, picture, password, theme and what you want to be told.',
    meanwhile: 'The theme already turns with the button in the top bar.',
    links: [{ to: paths.dashboard, label: 'Dashboard' }],
  },
  {
    address: /^\/resources$/,
    title: 'Resources',
    will: 'Here a library of documentation, tools and guides will stand by topic, with bookmarks.',
    meanwhile: 'The brief of each day is beside the form that submits it.',
    links: [{ to: paths.submitProject, label: 'Submit Project' }],
  },
  {
    address: /^\/community$/,
    title: 'Community',
    will: 'Here you will follow what others ship, take part in discussions and meet the members.',
    meanwhile: 'Who moves is live on the leaderboard.',
    links: [{ to: paths.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/admin\/users\/[^/]+\/projects$/,
    title: 'User Projects',
    will: 'Here all projects of one participant will stand by day, with filters and a way to rate each.',
    meanwhile: 'Until then, every project can be found, reviewed and rated from the submissions.',
    links: [{ to: paths.admin.submissions, label: 'Submissions' }],
  },
  {
    address: /^\/admin\/users$/,
    title: 'User Management',
    will: 'Here every participant will have a card with status, submissions and projects.',
    meanwhile: 'The leaderboard lists all participants who are ranked.',
    links: [{ to: paths.admin.leaderboard, label: 'Leaderboard' }],
  },
  {
    address: /^\/admin\/version$/,
    title: 'Challenge Backups',
    will: 'Here you will keep, compare and restore backups of the challenge.',
    meanwhile: 'Nothing is overwritten until then: the log of events keeps everything that happens.',
    links: [{ to: paths.admin.settings, label: 'Settings' }],
  },
]

/** What is known about an address; undefined for one that is not waiting for anything. */
export const comingPlace = (pathname: string): ComingPlace | undefined =>
  places.find(({ address }) => address.test(pathname))
