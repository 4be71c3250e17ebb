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

type Group = [
  name: string,
  screens: readonly Screen[],
  user: (seeded: SeededProduct) => SignedInUser | undefined,
]

/** All screens, with who sees them. */
export const groupsOfScreens: readonly Group[] = [
  ['visitors', visitorScreens, () => undefined],
  [
    'participants',
    [...participantScreens, ...projectScreens, ...communityScreens],
    (seeded) => seeded.participant,
  ],
  ['admins', [...adminScreens, ...historyScreens, ...webhookScreens], (seeded) => seeded.admin],
]

/** Returns the different paths of screens. */
export const pathsOf = (screens: readonly Screen[], seeded: SeededProduct): ReadonlySet<string> =>
  new Set(screens.map(({ path }) => (typeof path === 'string' ? path : path(seeded))))
