import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { joinedPosition, livePosition, type ShownBuild } from './read-model-state.ts'

const build = (checkpoint: bigint, shownPosition?: bigint, epoch = 'e1'): ShownBuild => ({
  build: { name: 'one', version: 1, build: 'b' },
  checkpoint,
  epoch,
  seen: { upTo: checkpoint, events: [] },
  ...(shownPosition !== undefined && { shownPosition }),
})
const [board, people]: [ReadModelKey, ReadModelKey] = [
  { name: 'board', version: 1 },
  { name: 'people', version: 1 },
]

test.each([
  ['the lowest of what was read', build(7n), build(6n), '6'],
  ['its own if another one is farther', build(7n), build(8n), '7'],
  ['that of the first one while positions of last changes are told', build(7n, 5n), build(6n, 2n), '5'],
])('the position of a response of several read models is %s', async (_which, first, other, position) => {
  const liveBuild = async ({ name }: ReadModelKey) => (name === 'board' ? first : other)
  expect(await livePosition({ liveBuild }, board, people)).toEqual({ position, epoch: 'e1' })
})

test.each([
  ['all are there', [build(7n), build(7n), build(6n)], { position: '7', epoch: 'e1' }],
  ['another one is farther, whose messages may be later', [build(7n), build(8n)], undefined],
  ['another one is of another copy of the log', [build(7n), build(7n, undefined, 'e2')], undefined],
  ['one is not built', [build(7n), undefined], undefined],
  ['the first is not built', [undefined, build(7n)], undefined],
])('the position of a join when %s', (_when, builds, expected) => {
  expect(joinedPosition(builds)).toEqual(expected)
})
