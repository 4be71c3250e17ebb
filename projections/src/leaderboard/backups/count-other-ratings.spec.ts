import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { equalCriteria, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { countOtherRatings } from './preview-restore.ts'

const project = projectEvents('Ada', 1)
const rated = [
  project.submitted(),
  project.rated('Root', equalCriteria(4)),
  project.rated('Zoe', equalCriteria(4), { official: false }),
  project.rated('Root', equalCriteria(5)),
]

test.each([
  ['each rater of a project counts once', [], 2],
  ['a withdrawal ends the ratings of a project', [project.withdrawn()], 0],
  ['another submission begins without ratings', [project.submitted()], 0],
])('%s', async (_title, later, count) => {
  const log = recordedLog([...rated, ...later])
  const upTo = (position: bigint) => ({ history: firstHistory, board: { position } })
  expect(await countOtherRatings(log, upTo(await log.head()), upTo(beginning))).toEqual([count, 0])
})
