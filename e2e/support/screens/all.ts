import type { SignedInUser } from '../api.ts'
import type { SeededProduct } from '../seeded-fixtures.ts'
import { adminScreens } from './admins.ts'
import { communityScreens } from './community.ts'
import { historyScreens } from './history.ts'
import { participantScreens } from './participants.ts'
import { projectScreens } from './projects.ts'
import type { Screen } from './screen.ts'
import { visitorScreens } from './visitors.ts'
import { webhookScreens } from './webhooks.ts'

export type Group = [
  which: string,
  screens: readonly Screen[],
  user: (seeded: SeededProduct) => SignedInUser | undefined,
]

const groups: readonly Group[] = [
  [
    'participants',
    [...participantScreens, ...projectScreens, ...communityScreens],
    (seeded) => seeded.participant,
  ],
  ['admins', [...adminScreens, ...historyScreens, ...webhookScreens], (seeded) => seeded.admin],
  ['visitors', visitorScreens, () => undefined],
]

/** Screens of each kind: cards, a table, a form with errors, a list with filters, one project. */
const sampled = new Set(['dashboard', 'leaderboard', 'submit with errors', 'submissions', 'rate project'])

/** The screens that each commit checks. */
export const someScreens: readonly Group[] = groups
  .slice(0, 2)
  .map(([who, screens, user]) => [
    `some screens of ${who}`,
    screens.filter(({ name }) => sampled.has(name)),
    user,
  ])

/** The screens that each commit checks, and all of them for the long lane. */
export const screensByLane: readonly Group[] = [
  ...someScreens,
  ...groups.map(([who, screens, user]): Group => [`all screens of ${who} @long`, screens, user]),
]

/** Returns the different paths of screens. */
export const pathsOf = (screens: readonly Screen[], seeded: SeededProduct): ReadonlySet<string> =>
  new Set(screens.map(({ path }) => (typeof path === 'string' ? path : path(seeded))))
