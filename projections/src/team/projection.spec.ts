import { personEvents } from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { teamProjection } from './projection.ts'

test('an admin who is deleted or deactivated changes the team, a changed name does not', () => {
  const changes = (event: Parameters<typeof documentChanges>[2][number]) =>
    documentChanges(teamProjection, [], [event])
  const ines = personEvents('Ines')
  expect(changes(ines.deleted({ role: 'admin' }))).toHaveLength(1)
  expect(changes(ines.status('inactive'))).toHaveLength(1)
  expect(changes(ines.event('ProfileChanged', { fullName: 'Ines D' }))).toEqual([])
})
