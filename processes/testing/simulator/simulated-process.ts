import inject from 'light-my-request'
import { commandProcess } from '@thirty/command-api/testing/test-app.ts'
import type { TestContext } from '@thirty/command-api/testing/test-context.ts'
import { endpointsApp, pass } from '@thirty/infra/testing/http/endpoints-app.ts'
import type { WaitForProjections } from '@thirty/command-api/command.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { FakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import {
  releaseOf,
  sharedStoreOptions,
  startProjections,
} from '@thirty/projections/runner/start-projections.ts'
import { chooseShownRun } from '@thirty/projections/shown-run/run-switch.ts'
import type { FakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { createGate, gatedTime } from '@thirty/projections/testing/runner/gate.ts'
import { startRunSwitch } from '../../adapters/shown-run-of-process.ts'
import { faultyLog, faultyStore, noFaults, type Faults } from './faults.ts'

/** What the processes of an installation share. */
export type Installation = {
  time: FakeScheduler
  log: FakeEventLog
  store: ReadModelStore
  context: TestContext
}

export type SimulatedProcess = Awaited<ReturnType<typeof startSimulatedProcess>>
export type RequestParts = [method: string, path: string, body?: unknown, key?: string]
export type SimulatedResponse = { status: number; json: unknown }

const timeZone = 'UTC'

/**
 * Starts what a process of a cluster has that answers requests and runs projections, over stores that are in memory and a clock that
 * is fake. Requests reach it without a network.
 */
export async function startSimulatedProcess(
  name: string,
  { time, log: sharedLog, store: shared, context }: Installation,
) {
  const gate = createGate()
  const faults: Faults = { ...noFaults }
  const surroundings = { faults, gate, time }
  const log = faultyLog(sharedLog, surroundings)
  const store = faultyStore(shared, surroundings)
  const scheduler = gatedTime(time, gate)
  const clock = () => time.now() + faults.aheadMs
  const ends: (() => unknown)[] = []
  const started: { runSwitch?: ReturnType<typeof startRunSwitch> } = {}
  const history = await chooseShownRun({ log: sharedLog, store: shared, timeZone })
  const models = readModels({ store, log, clock, timeZone, history })
  const parts = { store, scheduler }
  const running = startProjections({
    ...sharedStoreOptions,
    ...parts,
    log,
    projections: models.projections,
    onFailure: () => undefined,
    shared: { owner: name, release: releaseOf(models.buildable) },
    batch: 10,
  })
  const progress = new ProjectionProgress({
    ...parts,
    awaited: models.shownReadModels,
    onProgress: () => started.runSwitch?.progressed(),
  })
  const processReports = { list: async () => [] }
  const runSwitch = startRunSwitch(
    { processId: name, logger: silentLogger, warn: () => undefined },
    {
      store,
      live: inProcessPublisher(),
      models,
      running,
      progress,
      isShared: true,
      processReports,
      scheduler,
    },
  )
  started.runSwitch = runSwitch
  ends.push(() => runSwitch.stop())
  const waitForProjections: WaitForProjections = async (position) => {
    const isShown = await runSwitch.waitForPosition(position, 1_000)
    return { position: position.toString(), ...(!isShown && { pending: true }) }
  }
  const { endpoints, commands, guards, close } = commandProcess(context, { log, clock, waitForProjections })
  ends.push(close)
  const app = withOwnPrototypes(
    endpointsApp({ ...guards, requireConfirmation: pass }, [...endpoints, ...models.endpoints]),
  )

  return {
    faults,
    commands,
    /** Suspends the process: its running tasks continue when it wakes. */
    stall: gate.shut,
    wake: gate.open,
    /** Sends a request with a session token. It is not answered while the process stalls. */
    request: async (
      token: string,
      ...[method, path, body, key]: RequestParts
    ): Promise<SimulatedResponse> => {
      await gate.pass()
      const response = await inject(app, {
        method: method as 'GET',
        url: path,
        headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: response.statusCode, json: response.json<unknown>() }
    },
    /** Whether the process shows the current run, up to a position. */
    shows: async (position: bigint): Promise<boolean> => {
      const { state } = await runSwitch.status()
      return state === 'shown' && runSwitch.waitForPosition(position, 0)
    },
    shownProjections: () => models.shownProjections().map(({ projection }) => projection),
    stop: async () => {
      for (const end of ends) await end()
      progress.stop()
      await running.stop()
    },
  }
}

/**
 * Gives an app copies of what requests and responses of all Express apps inherit from: light-my-request replaces the prototypes of these, and
 * then no other app of the process could answer over a network any more.
 */
function withOwnPrototypes<App extends ReturnType<typeof endpointsApp>>(app: App): App {
  for (const inherited of [app.request, app.response]) {
    const shared: object = Object.getPrototypeOf(inherited)
    const copy = Object.create(Object.getPrototypeOf(shared), Object.getOwnPropertyDescriptors(shared))
    Object.setPrototypeOf(inherited, copy)
  }
  return app
}
