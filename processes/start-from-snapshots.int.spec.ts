import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { currentRun, type History } from '@thirty/contracts/challenge/history.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { readModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { failTest, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { readChallenge } from '@thirty/projections/read-challenge.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { compareReadModel } from '@thirty/projections/self-check/compare.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { fakeEventLog, type FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { folderOfRelease } from './testing/folder-of-release.ts'

vi.setConfig({ testTimeout: 120_000 })

/** The events of an installation, and the history of its last run. */
async function readInstallation(name: string): Promise<{ events: RecordedEvent[]; history: History }> {
  const folder = folderOfRelease(name, await temporaryFolder())
  const log = catalogueLog(await openSqliteLog({ folder, onFailure: failTest }), catalogue)
  const events = (await Array.fromAsync(log.readAll())).flat()
  const { history } = currentRun((await readChallenge(log)).runs)
  await log.close()
  return { events, history }
}

/** Starts all read models from the snapshots of a folder, if there are any, and saves them again when they have caught up. */
async function startOver(log: FakeEventLog, folder: string, history: History) {
  const scheduler = fakeScheduler(Date.parse('2026-01-05T18:00:00.000Z'))
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const models = readModels({ store, log, clock: systemClock, timeZone: 'UTC', history })
  const projections = models.projections.map(({ projection }) => projection)
  const onError = (error: unknown) => expect.unreachable(String(error))
  const snapshots = readModelSnapshots({
    store,
    log,
    logName: async () => 'log',
    folder,
    erasureStreams: [],
    scheduler,
    requireSpace: async () => undefined,
    onIgnored: (_, reason) => onError(reason),
    onError,
  })
  const restored = await snapshots.restore(projections)
  const running = startProjections({
    log,
    store,
    projections: models.projections,
    scheduler,
    onFailure: ({ error }) => onError(error),
  })
  await running.ready
  await running.stop()
  await snapshots.save()
  const differences = async () => {
    const found: unknown[] = []
    for (const projection of projections) {
      const compared = await compareReadModel(projection, { log, store, pace: () => Promise.resolve() })
      if (compared?.position !== (await log.head())) found.push(`${projection.name} is not current`)
      found.push(...(compared?.differences ?? []))
    }
    return found
  }
  return { restored, differences, projections }
}

test.each(['release-0.1.0', 'release-0.1.0-runs'])(
  'starts from snapshots at random positions equal a full replay, for every read model of %s',
  async (name) => {
    const { events, history } = await readInstallation(name)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: events.length }), { minLength: 1, maxLength: 3 }),
        async (positions) => {
          const folder = await temporaryFolder()
          const log = fakeEventLog()
          const restored: number[] = []
          let started: Awaited<ReturnType<typeof startOver>> | undefined
          for (const end of [...positions.toSorted((left, right) => left - right), events.length]) {
            for (const event of events.slice(Number(await log.head()) + 1, end))
              await appendToEnd(log, event.stream, [event])
            started = await startOver(log, folder, history)
            restored.push(started.restored)
          }
          const all = started?.projections.length ?? 0
          expect(restored).toEqual([0, ...positions.map(() => all)])
          expect(await started?.differences()).toEqual([])
        },
      ),
      { numRuns: randomRuns(1, 10) },
    )
  },
)
