import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { lowestPosition, type ShownBuild } from './live-position.ts'

const build = (checkpoint: bigint, shownPosition?: bigint): ShownBuild => ({
  build: { name: 'one', version: 1, build: 'b' },
  checkpoint,
  epoch: 'e1',
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
  ['that of the first one while positions of last changes are told', build(7n, 5n), build(7n, 2n), '5'],
])('the position of a response of several read models is %s', async (_which, first, other, position) => {
  const liveBuild = async ({ name }: ReadModelKey) => (name === 'board' ? first : other)
  expect(await lowestPosition({ liveBuild }, [board, people])).toEqual({ position, epoch: 'e1' })
})
