import type { ReminderEvent } from '@thirty/contracts/events/reminders.ts'
import { test } from 'vitest'
import type { Past } from '../fold.ts'
import { story } from '../story.ts'
import { take, takenFold, type Taken } from './taken.ts'

const ana = { at: '2026-03-01T08:00:00.000Z', position: '0007' }
const ben = { at: '2026-03-01T08:00:00.000Z', position: '0008' }
const taken = (upTo: typeof ana): Past<ReminderEvent> => ({
  type: 'RemindersTaken',
  data: { upTo },
  at: '2026-03-02T22:00:00.000Z',
  position: 9n,
  metadata: { correlation: 'c' },
})
const { given } = story(takenFold.initial, takenFold.evolve)
const taking = (after: Taken, upTo: typeof ana) => (state: Taken) => take(state, { after, upTo })

test('the first part of a date is taken', () => {
  given()
    .when(taking(undefined, ana))
    .then({ type: 'RemindersTaken', data: { upTo: ana } })
})

test('the next part follows', () => {
  given(taken(ana))
    .when(taking(ana, ben))
    .then({ type: 'RemindersTaken', data: { upTo: ben } })
})

test('what somebody else took is not taken again', () => {
  given(taken(ana)).when(taking(undefined, ana)).thenNothing()
  given(taken(ana), taken(ben)).when(taking(ana, ben)).thenNothing()
})
