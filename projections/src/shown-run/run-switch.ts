// Shows the current run of the challenge, also when a process starts. When a reset or a restore begins a new run, its read models are built
// beside those shown. Once all of them are complete, queries, endpoints and live updates of this process change to them in one step, and the
// previous ones are stopped. A build that fails leaves the previous run shown until it succeeds.

import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { shownRunName } from '@thirty/contracts/challenge/run-name.ts'
import type { History } from '@thirty/contracts/challenge/history.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { pause, repeat, waitAtMost, Wakeup, type Scheduler } from '@thirty/infra/scheduler.ts'
import { sharedRun } from '@thirty/infra/shared-run.ts'
import { type CurrentHistory, currentHistory, readCurrentHistory } from '../challenge/read-model.ts'
import type { ReadModels, ShownModels } from '../read-models.ts'
import { keysOf, type RegisteredProjection, type ReadSide } from '../registered-projection.ts'
import { unfinishedBuilds, type ProjectionProgress, type UnfinishedBuild } from '../runner/progress.ts'
import type { RunningProjections } from '../runner/start-projections.ts'
import { readChallenge } from '../read-challenge.ts'
import { runReadModels } from '../run-context.ts'

export type RunSwitchOptions = {
  models: Pick<ReadModels, 'shownRun' | 'createRun' | 'currentHistory'>
  store: Pick<ReadModelStore, 'liveBuild' | 'drop'>
  /** The progress of the read models that are shown. */
  progress: Pick<ProjectionProgress, 'waitForPosition'>
  /** The projections that run in this process; `undefined` if only other processes run them. */
  running: Pick<RunningProjections, 'add' | 'remove' | 'positions'> | undefined
  /** Returns how far the builds of other processes are that are not live yet, by name. */
  buildsElsewhere(): Promise<ReadonlyMap<string, UnfinishedBuild>>
  /** Whether other processes read the same store. The read models of earlier runs are then dropped by their projectors. */
  isShared: boolean
  scheduler: Scheduler
  /** Called after another run is shown. */
  onSwitched(from: ShownModels, to: ShownModels): void
  /** Called when the status changes: at most once a second for progress, at once for everything else. */
  onStatus(status: HistoryStatus): void
  onError(error: unknown): void
}

/** The read models of the current run while they are built, and from where on they may be shown. */
type NextRun = { models: ShownModels; current: CurrentHistory; startedAt: number; showFrom?: bigint }

const intervalMs = 1_000
/** A build that takes longer does not end while a command waits for it. */
const longBuildMs = 2_000
/** How long the read models of the previous run are kept for requests that began before the switch. */
const maxReadMs = 60_000

export class RunSwitch {
  readonly #options: RunSwitchOptions
  readonly #switched = new Wakeup()
  #next: NextRun | undefined
  #status: HistoryStatus | undefined
  #publishedAt = -Infinity
  /** The read models that were stopped, by name, until they are dropped: at once when they are not needed for reads any more. */
  readonly #retiring = new Map<string, { ended: Promise<void>; unread: AbortController }>()
  readonly #endTicks: () => unknown
  #isStopped = false

  constructor(options: RunSwitchOptions) {
    this.#options = options
    this.#endTicks = repeat(options.scheduler, async () => {
      await this.evaluate()
      return intervalMs
    })
  }

  /** The read models that are being built beside those shown. */
  building(): readonly ReadModelKey[] {
    return this.#next ? keysOf(this.#notShown(this.#next.models)) : []
  }

  /**
   * A freeze keeps all read models, and a change of the scoring all but the leaderboard: only read models that are not shown are started
   * and stopped.
   */
  #notShown({ projections }: ShownModels): readonly RegisteredProjection[] {
    const shown = this.#options.models.shownRun.current.projections
    const names = new Set(shown.map(({ projection }) => projection.name))
    return projections.filter(({ projection }) => !names.has(projection.name))
  }

  /** Compares the shown run with the current one, and switches if that is possible. The result is not older than the call. */
  readonly evaluate = sharedRun(() =>
    this.#evaluate().catch((error: unknown) => this.#options.onError(error)),
  )

  /** To be called whenever a read model moved. */
  progressed(): void {
    if (this.#next !== undefined && !this.#isStopped) void this.evaluate()
  }

  /**
   * Resolves to true when the read models that show a command at this position have reached it: the read models of the current run. To
   * false after `withinMs` milliseconds, or before, if they are not expected to reach it by then.
   */
  async waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    const { progress, scheduler, models } = this.#options
    const shown = models.shownRun.current
    const end = scheduler.now() + withinMs
    const remaining = () => Math.max(end - scheduler.now(), 0)
    if (!(await progress.waitForPosition(position, withinMs))) return false
    // Only now this process is sure to know of a reset or restore before the command. A run that was abandoned meanwhile is
    // followed by another one.
    while (await this.#isBuilding(remaining())) {
      const { startedAt = end } = this.#next ?? {}
      if (remaining() === 0 || scheduler.now() - startedAt > longBuildMs) return false
      await waitAtMost(remaining(), scheduler, this.#switched.wait())
    }
    return models.shownRun.current === shown || progress.waitForPosition(position, remaining())
  }

  /** Whether the current run is not shown yet, or not known to be shown after `withinMs` milliseconds. */
  async #isBuilding(withinMs: number): Promise<boolean> {
    let isKnown = false
    const evaluated = this.evaluate().then(() => (isKnown = true))
    await waitAtMost(withinMs, this.#options.scheduler, evaluated)
    return !isKnown || this.#next !== undefined
  }

  /** Returns the status of now. */
  async status(): Promise<HistoryStatus> {
    await this.evaluate()
    return this.#status ?? this.#shownStatus()
  }

  /** What keeps the current run from being shown, as a sentence for operators. */
  problem(): string | undefined {
    if (this.#status === undefined || this.#status.state === 'shown') return undefined
    const { run, shownRun, failure } = this.#status
    return failure === null
      ? `Run ${shownRun} is shown while the read models of run ${run} are being built.`
      : `Run ${shownRun} stays shown because the read models of run ${run} cannot be built: ${failure}`
  }

  stop(): void {
    this.#isStopped = true
    this.#endTicks()
  }

  async #evaluate(): Promise<void> {
    const { models, store } = this.#options
    const current = await models.currentHistory()
    if (current === undefined || this.#isStopped) return
    const shown = models.shownRun.current
    const name = shownRunName(current.history)
    if (this.#next && this.#next.models.name !== name) await this.#abandon(this.#next)
    if (shown.name !== name) {
      const next = (this.#next ??= await this.#begin(current))
      const canSwitch = (await this.#isComplete(next)) || !(await isBuilt(store, keysOf(shown.projections)))
      if (canSwitch && !this.#isStopped) this.#switchTo(next)
    }
    this.#publish(await this.#currentStatus())
  }

  async #begin(current: CurrentHistory): Promise<NextRun> {
    const { models, running, scheduler } = this.#options
    const created = models.createRun(current.history, current.earlier)
    // If the log was put back, the current run may have read models that are being stopped.
    await this.#drop(created)
    const next = { models: created, current, startedAt: scheduler.now() }
    running?.add(this.#notShown(next.models))
    return next
  }

  /** Whether the read models of a run show at least what those do that are shown now. */
  async #isComplete(next: NextRun): Promise<boolean> {
    const positions = await this.#positionsOf(next.models)
    if (positions.includes(undefined)) return false
    const shown = await this.#positionsOf(this.#options.models.shownRun.current)
    const showFrom = (next.showFrom ??= largest([next.current.begun?.position, ...shown]))
    return positions.every((position = beginning) => position >= showFrom)
  }

  /** Returns the positions of read models as queries read them; undefined for a read model that is not live, or out of date. */
  #positionsOf(run: ShownModels): Promise<(bigint | undefined)[]> {
    return Promise.all(
      keysOf(run.projections).map(async (key) => {
        const live = await this.#options.store.liveBuild(key)
        return live?.outdatedSince === undefined ? live?.checkpoint : undefined
      }),
    )
  }

  #switchTo(next: NextRun): void {
    const { models, onSwitched } = this.#options
    const previous = models.shownRun.current
    models.shownRun.current = next.models
    this.#next = undefined
    this.#retire(previous)
    onSwitched(previous, next.models)
    this.#switched.notify()
  }

  /** Stops a build that would be of a run that is not the current one any more. */
  async #abandon(next: NextRun): Promise<void> {
    this.#next = undefined
    this.#retire(next.models)
    this.#switched.notify()
    await this.#drop(next.models)
  }

  /** Drops the stopped read models with the names of a run now. */
  async #drop(run: ShownModels): Promise<void> {
    const retiring = keysOf(run.projections).flatMap(({ name }) => this.#retiring.get(name) ?? [])
    for (const { unread } of retiring) unread.abort()
    await Promise.all(retiring.map(({ ended }) => ended))
  }

  /** Stops read models that are not shown. A store of this process alone drops them when the requests that read them are over. */
  #retire(run: ShownModels): void {
    const { running, store, isShared, scheduler, onError } = this.#options
    const unread = new AbortController()
    const readModels = keysOf(this.#notShown(run))
    const retire = async () => {
      await running?.remove(readModels)
      if (isShared) return
      await pause(scheduler, maxReadMs, unread.signal)
      await Promise.all(readModels.map((key) => store.drop(key)))
    }
    const retiring = { ended: retire().catch(onError), unread }
    for (const { name } of readModels) this.#retiring.set(name, retiring)
  }

  async #currentStatus(): Promise<HistoryStatus> {
    if (this.#next === undefined) return this.#shownStatus()
    const { models, running, buildsElsewhere } = this.#options
    const { current, models: next } = this.#next
    const own = unfinishedBuilds(running?.positions() ?? [])
    const unfinished = new Map([...(await buildsElsewhere()), ...own])
    const keys = keysOf(next.projections)
    const failed = keys.find(({ name }) => unfinished.get(name)?.failure !== undefined)
    const failure = failed ? `${failed.name}: ${unfinished.get(failed.name)?.failure}` : null
    const { run } = current.history[0]
    const shown = models.shownRun.current
    // Another scoring builds a leaderboard of the run that is shown: no other run is expected.
    if (run === shown.history[0].run && failure === null) return this.#shownStatus()
    const live = await this.#positionsOf(next)
    const positions = keys.map(({ name }, index) =>
      BigInt(unfinished.get(name)?.position ?? live[index] ?? 0),
    )
    const total = largest([0n, current.begun?.position, ...(await this.#positionsOf(shown))])
    const done = positions.reduce((least, position) => (position < least ? position : least), total)
    return {
      run,
      shownRun: shown.history[0].run,
      state: failure === null ? 'building' : 'failed',
      done: largest([0n, done]).toString(),
      total: total.toString(),
      since: current.begun?.at ?? null,
      failure,
    }
  }

  async #shownStatus(): Promise<HistoryStatus> {
    const { models, store } = this.#options
    const { history, views } = models.shownRun.current
    const { run } = history[0]
    const live = await store.liveBuild(views.admins.board)
    const position = largest([0n, live?.checkpoint]).toString()
    return { run, shownRun: run, state: 'shown', done: position, total: position, since: null, failure: null }
  }

  #publish(status: HistoryStatus): void {
    const before = this.#status
    this.#status = status
    const isChanged =
      before !== undefined &&
      (before.run !== status.run || before.shownRun !== status.shownRun || before.state !== status.state)
    const isProgress = status.state !== 'shown' && before?.done !== status.done
    const now = this.#options.scheduler.now()
    if (!isChanged && !(isProgress && now - this.#publishedAt >= intervalMs)) return
    this.#publishedAt = now
    this.#options.onStatus(status)
  }
}

const largest = (positions: readonly (bigint | undefined)[]): bigint =>
  positions.reduce<bigint>((large, position = beginning) => (position > large ? position : large), beginning)

/**
 * Returns the history to show when a process starts: the history of the current run, unless its read models are not complete
 * and the read models of an earlier scoring or run still are. Throws `StoreUnavailable` and `LogUnavailable`.
 */
export async function chooseShownRun({ store, log, timeZone }: Omit<ReadSide, 'clock'>): Promise<History> {
  // A store that other processes filled knows the current run.
  const { history, earlier } =
    (await readCurrentHistory(store)) ?? currentHistory((await readChallenge(log)).runs)
  for (const candidate of [history, ...earlier])
    if (await isBuilt(store, runReadModels([candidate], timeZone))) return candidate
  return history
}

/** Whether queries can read all of these read models. */
async function isBuilt(
  store: Pick<ReadModelStore, 'liveBuild'>,
  readModels: readonly ReadModelKey[],
): Promise<boolean> {
  const builds = await Promise.all(readModels.map((readModel) => store.liveBuild(readModel)))
  return builds.every((live) => live !== undefined)
}
