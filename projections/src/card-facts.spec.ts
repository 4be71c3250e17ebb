import { expect, test } from 'vitest'
import { runCardFacts, type CardFactsOptions } from './card-facts.ts'

/** The facts about a participant whose projects have these statuses, one a day. */
function participantWith(statuses: readonly ('submitted' | 'approved' | 'rejected')[]) {
  const projects = statuses.map((status, index) => ({ id: `p${index + 1}`, day: index + 1, status }))
  const participant = { name: 'Ada', picture: null, score: { totalPoints: 10, streak: 1 }, projects }
  const standings = { withNeighbours: async () => ({ own: { rank: 1, participant } }) }
  // Safe: facts about a participant use nothing else.
  return runCardFacts({ standings, isFrozen: async () => false } as unknown as CardFactsOptions).participant(
    'ada',
  )
}

test.each([
  [[], [], null],
  [['approved', 'submitted'], [1, 2], 'p2'],
  [['rejected', 'approved'], [2], 'p2'],
  [['approved', 'rejected'], [1], null],
] as const)(
  'of projects that are %j, %j are days that count, and %s is the newest',
  async (statuses, days, newest) => {
    expect(await participantWith(statuses)).toMatchObject({ days, newest })
  },
)
