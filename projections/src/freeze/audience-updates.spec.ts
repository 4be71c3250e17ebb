import { personEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedEvents } from '@thirty/projections/testing/fold-events.ts'
import { countingProjection } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'
import type { RegisteredProjection } from '../registered-projection.ts'
import { audienceUpdates, type ShownViews } from './audience-updates.ts'

test('an update that waited until its readers got another view is neither built nor told that nobody heard it', async () => {
  const calls: string[] = []
  const projection = countingProjection('counts')
  const liveUpdates = () => [
    {
      room: 'everybody',
      message: 'changed',
      build: () => ({ built: calls.push('built') }),
      unheard: () => void calls.push('unheard'),
    },
  ]
  const viewOf = (): { list: readonly RegisteredProjection[] } => ({ list: [{ projection, liveUpdates }] })
  const show = (): ShownViews => ({
    views: { admins: viewOf(), everybody: viewOf() },
    epochNames: { admins: 'r1', everybody: 'r1' },
  })
  let shown = show()
  const options = { shown: () => shown, hasFreeze: false, isFrozen: async () => false }
  const [event] = recordedEvents([personEvents('Ada').registered()])
  if (!event) throw new Error('No event.')
  const change = { event, id: 'ada', before: undefined, after: {} }
  const [update] = audienceUpdates(projection, options).liveUpdates?.(change) ?? []
  const callBoth = () => [update?.build?.([], 0), update?.unheard?.()]
  callBoth()
  expect(calls).toEqual(['built', 'unheard'])
  shown = show()
  expect(callBoth()).toEqual([undefined, undefined])
  expect(calls).toHaveLength(2)
})
