import type { LiveBuild } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { joinedPosition } from './joined-position.ts'

const build = (checkpoint: bigint, epoch = 'e1'): LiveBuild => ({
  build: { name: 'one', version: 1, build: 'b' },
  checkpoint,
  epoch,
  seen: { upTo: checkpoint, events: [] },
})

test.each([
  ['all are there', [build(7n), build(7n), build(6n)], { position: '7', epoch: 'e1' }],
  ['another one is farther, whose messages may be later', [build(7n), build(8n)], undefined],
  ['another one is of another copy of the log', [build(7n), build(7n, 'e2')], undefined],
  ['one is not built', [build(7n), undefined], undefined],
  ['the first is not built', [undefined, build(7n)], undefined],
])('the position when %s', (_when, builds, expected) => {
  expect(joinedPosition(builds)).toEqual(expected)
})
