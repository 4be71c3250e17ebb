import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { personEvents } from '@thirty/projections/testing/event-builders.ts'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { serveReadModels } from '@thirty/projections/testing/read-model-server.ts'
import { expect, test } from 'vitest'
import { readModels } from './read-models.ts'

const ada = personEvents('Ada')
const given = [personEvents('Root').registered({ role: 'admin' }), ada.registered()]
const clock = () => Date.parse('2026-01-05T18:00:00.000Z')

/** Returns the position of a response while one read model is behind the others, which are at 20. */
async function positionOf(path: string, reader: string, behind: string) {
  const options = { log: recordedLog(given), clock, timeZone: 'UTC', history: firstHistory }
  const { projections } = readModels({ ...options, store: await storeAfter([], []) })
  const store = await storeAfter(
    projections.map(({ projection }) => projection),
    given,
  )
  const liveBuild = async (readModel: ReadModelKey) => {
    const live = await store.liveBuild(readModel)
    return live && { ...live, checkpoint: readModel.name.startsWith(behind) ? 10n : live.checkpoint }
  }
  const server = await serveReadModels(readModels({ ...options, store: { ...store, liveBuild } }), clock)
  const { json } = await server.request(path, reader)
  await server.close()
  return (json() as { position?: string }).position
}

test.each([
  ['/api/admin/statistics', 'Root', ['projects', 'people']],
  ['/api/admin/search?q=ada', 'Root', ['projects', 'people']],
  ['/api/challenge/days', 'Ada', ['projects', 'leaderboard']],
  ['/api/community/members', 'Ada', ['people', 'leaderboard']],
  [`/api/users/${ada.id}/profile`, 'Ada', ['leaderboard', 'projects', 'activity', 'people']],
])('%s, read by %s, has the position of the last of %s', async (path, reader, names) => {
  const positions = await Promise.all(['', 'nobody', ...names].map((name) => positionOf(path, reader, name)))
  expect(positions).toEqual(['10', '20', ...names.map(() => '10')])
})
