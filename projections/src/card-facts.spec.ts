import { expect, test } from 'vitest'
import { contextWith } from '@thirty/projections/testing/run-context.ts'
import { runCardFacts } from './card-facts.ts'

/** The facts about a participant whose projects have these statuses, one a day. */
function participantWith(statuses: readonly ('submitted' | 'approved' | 'rejected')[]) {
  const projects = statuses.map((status, index) => ({ id: `p${index + 1}`, day: index + 1, status }))
  const participant = { name: 'Ada', picture: null, score: { totalPoints: 10, streak: 1 }, projects }
  const standings = { withNeighbours: async () => ({ own: { rank: 1, participant } }) }
  const context = contextWith({ standings, frozenAt: async () => undefined, clock: () => 0 })
  return runCardFacts(context).participant('ada')
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
