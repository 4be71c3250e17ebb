import type { AnyLiveUpdate } from '@thirty/projections/live-update.ts'
import { countingProjection, setUpRunner } from '@thirty/projections/testing/runner/runner-setup.ts'
import { expect, test } from 'vitest'

test('the times of messages to everybody do not show that there are others to readers who see more', async () => {
  const to = (message: string): AnyLiveUpdate[] => [{ room: 'all', message, build: () => ({}) }]
  const { log, started, time, messages } = setUpRunner([
    {
      projection: countingProjection(),
      liveUpdates: ({ event }) => (event.type === 'Hidden' ? [] : to('for everybody')),
      insiders: { liveUpdates: () => to('for admins') },
    },
  ])
  await started()
  log.add('project-a', 'Hidden')
  await time.advance(10)
  log.add('project-a', 'Shown')
  await time.advance(10)
  expect(messages.map(({ message }) => message)).toEqual(['for admins', 'for everybody'])
})
