import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startRunSwitch } from './shown-run-of-process.ts'

test('a process that builds nothing says why another one cannot build the current run', async () => {
  const processReports = processReportsIn((await temporaryEntries()).store)
  const live = inProcessPublisher()
  const store = memoryReadModelStore({ live })
  const log = fakeEventLog(challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }))
  const models = readModels({ store, log, clock: Date.now, timeZone: 'UTC', history: firstHistory })
  const other = startProjections({ log, store, projections: models.projections, onFailure: () => undefined })
  onTestFinished(() => other.stop())
  await other.ready
  const current = await models.currentHistory()
  const names = models
    .createRun(current?.history ?? firstHistory, [])
    .projections.map(({ projection }) => projection.name)
  const unfinishedBuilds = names.map((name) => [name, { position: '0', failure: 'odd' }])
  await processReports.publish('other', { id: 'other', viewers: 0, unfinishedBuilds })
  const progress = { waitForPosition: async () => true }
  const runSwitch = startRunSwitch(
    { processId: 'own', logger: silentLogger, warn: () => undefined },
    { store, live, models, running: undefined, progress, isShared: true, processReports },
  )
  onTestFinished(() => runSwitch.stop())
  expect(await runSwitch.status()).toMatchObject({ run: 2, failure: expect.stringMatching(/: odd$/) })
})
