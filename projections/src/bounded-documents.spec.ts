import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import {
  discussionEvents,
  equalCriteria,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { activityProjection } from './activity/projection.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'

const people = Array.from({ length: 400 }, (_, index) => `P${index.toString(36)}`)
const feedback = 'f'.repeat(5_000)
const comment = 'c'.repeat(2_000)

/** Everybody submits a project for the first day, and everybody reacts to Ada's and Bob likes everybody's. */
function popularChallenge(): GivenEvent[] {
  const ada = projectEvents('Ada', 1)
  const discussion = discussionEvents('Ada')
  return [
    personEvents('Ada').registered(),
    ada.submitted(),
    discussion.opened(),
    ...people.flatMap((name, index) => {
      const project = projectEvents(name, 1)
      return [
        personEvents(name).registered(),
        project.submitted(),
        project.liked('Bob'),
        ada.rated(name, equalCriteria(3), { official: false, feedback }),
        ada.liked(name),
        ada.viewed(name),
        ada.commented(name, index + 1, comment),
        discussion.replied(name, `reply-${index}`, feedback),
      ]
    }),
  ]
}

const projections: readonly Projection[] = [
  activityProjection(firstHistory),
  discussionsProjection,
  leaderboardProjection(firstHistory),
  projectsProjection(firstHistory),
]

test.each(projections.map((projection) => [projection.name, projection] as const))(
  'no document of %s grows with the number of people who react',
  (_name, projection) => {
    const documents = documentsAfter(projection, popularChallenge())
    const largest = Math.max(...[...documents.values()].map((document) => JSON.stringify(document).length))
    // One text of 5,000 characters, or sixty short entries.
    expect(largest).toBeLessThan(8_000)
  },
)
