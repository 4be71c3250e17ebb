import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import type { History } from '@thirty/contracts/challenge/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { challengeMessages } from '@thirty/projections/challenge/live.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { chooseShownRun, RunSwitch } from '@thirty/projections/shown-run/run-switch.ts'
import { expect, onTestFinished } from 'vitest'
import type { GivenEvent } from './event-builders.ts'
import { fakeEventLog } from './fake-event-log.ts'
import { createGate } from './runner/gate.ts'

type Options = {
  history?: History
  store?: ReturnType<typeof memoryReadModelStore>
  isShared?: boolean
  /** Called when a read model has applied something. */
  onProgress?: (models: ReadModels) => void
}
type ReadModels = ReturnType<typeof readModels>

/** Starts the read side of one process. `hold` stops the building of new runs until `release`. */
export async function switchingProcess(
  events: readonly GivenEvent[],
  { history, store: other, isShared = false, onProgress = () => undefined }: Options = {},
) {
  const time = fakeScheduler()
  const sent: LiveMessage[] = []
  const log = fakeEventLog(...events)
  const gate = createGate()
  let poison = ''
  const live = {
    publish: (room: string, message: string, payload: unknown, except?: string) =>
      void sent.push({ room, message, payload, ...(except !== undefined && { except }) }),
  }
  const store = other ?? memoryReadModelStore({ live })
  let subscriptions = 0
  /** Every reading of the log after the first is that of a new run. It can be held and poisoned. */
  const gatedLog: EventLog = {
    ...log,
    subscribe: async function* (options) {
      const isOfNewRun = subscriptions++ > 0
      for await (const batch of log.subscribe(options)) {
        if (isOfNewRun) await gate.pass()
        const isPoison = ({ type }: { type: string }) => isOfNewRun && type === poison
        yield {
          ...batch,
          events: batch.events.map((event) => (isPoison(event) ? { ...event, data: null } : event)),
        }
      }
    },
  }
  const statuses: HistoryStatus[] = []
  const started: { runSwitch?: RunSwitch } = {}
  const models = readModels({
    store,
    log: gatedLog,
    clock: time.now,
    timeZone: 'UTC',
    history: history ?? (await chooseShownRun({ store, log, timeZone: 'UTC' })),
  })
  const running = startProjections({
    log: gatedLog,
    store,
    projections: models.projections,
    onFailure: () => undefined,
    scheduler: time,
  })
  const progress = new ProjectionProgress({
    store,
    awaited: models.shownReadModels,
    onProgress: () => {
      started.runSwitch?.progressed()
      onProgress(models)
    },
    scheduler: time,
  })
  const runSwitch = new RunSwitch({
    models,
    store,
    progress,
    running,
    buildsElsewhere: async () => new Map(),
    isShared,
    scheduler: time,
    onSwitched: (from, to) =>
      void challengeMessages(models.challenge, live, time).publishShownRun(
        from.epochNames.everybody === to.epochNames.everybody,
      ),
    onStatus: (status) => void statuses.push(status),
    onError: (error) => expect.unreachable(String(error)),
  })
  started.runSwitch = runSwitch
  onTestFinished(async () => {
    runSwitch.stop()
    gate.open()
    progress.stop()
    await running.stop()
  })
  await running.ready
  return {
    time,
    store,
    log,
    models,
    running,
    progress,
    runSwitch,
    append: async (...added: readonly GivenEvent[]) => log.give(...added),
    sent,
    statuses,
    hold: gate.shut,
    release: gate.open,
    poison: (type: string) => {
      poison = type
    },
    shown: () => models.shownRun.current.history[0].run,
    isStored: async (readModel: string) =>
      (await store.liveBuild({
        name: readModel,
        version: models.shownRun.current.views.admins.board.version,
      })) !== undefined,
  }
}
