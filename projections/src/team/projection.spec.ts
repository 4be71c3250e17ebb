import { documentChanges, personEvents } from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'
import { teamProjection } from './projection.ts'

test('a deleted admin changes the team, a deleted participant does not', () => {
  const changes = (role: 'admin' | 'participant') =>
    documentChanges(teamProjection, [], [personEvents('Ines').deleted({ role })])
  expect(changes('admin')).toHaveLength(1)
  expect(changes('participant')).toEqual([])
})
