// Runs projections over the log in this process: alone, or as one of several that compete for the lead.

import { createHash, randomUUID } from 'node:crypto'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import { Leadership } from './leadership.ts'
import type { FillBuild } from './open-build.ts'
import type { ProjectionProgress, ReadModelPosition } from './progress.ts'
import { ProjectionRunner, type StartProjectionsOptions } from './projection-runner.ts'

/**
 * The options for a store that processes share, such as Redis: it blocks all its users during a step. A document needs about 1.4
 * kilobytes in memory, so a rebuild needs up to 280 MB more than the product otherwise (`build-buffer.ts`).
 */
export const sharedStoreOptions = {
  assignment: 'lead',
  batch: 250,
  maxBufferedDocuments: 200_000,
} as const satisfies Partial<StartProjectionsOptions>

/** The projections that run in this process. Read models of other processes count as lagging. */
export type RunningProjections = ProjectionProgress & {
  /**
   * Resolves when every read model that this process began to lead at the start is live, and has reached the head that the log had then
   * or was parked.
   */
  ready: Promise<void>
  positions(): readonly ReadModelPosition[]
  /**
   * Rebuilds a read model from the first event while the live build stays up to date, and switches over in one step.
   * Resolves to false if the projection does not run here or meets a poison event; queries then continue to read the
   * previous build. A call during a rebuild returns the result of that rebuild. Rejects if the store cannot begin a build.
   * `fill`: begins with a snapshot instead, if there is one.
   */
  rebuild(name: string, fill?: FillBuild): Promise<boolean>
  /**
   * Runs further projections beside the others. They share one reading of the log among themselves, from the position of the
   * most advanced one.
   */
  add(projections: readonly RegisteredProjection[]): void
  /** Stops projections after their current step, and releases their leases. Their read models stay in the store. */
  remove(readModels: readonly ReadModelKey[]): Promise<void>
  /** Finishes the current step, and releases leases, log and timers. Takes at most 3 seconds. */
  stop(): Promise<void>
}

/** Runs projections over the log. Events before the activation of a build are not published as live updates. */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { assignment = 'all', owner = randomUUID(), projections } = options
  const runner = new ProjectionRunner(options)
  const { progress } = runner
  const release = options.release ?? releaseOf(projections.map(({ projection }) => projection))
  const leadership =
    assignment === 'all'
      ? undefined
      : new Leadership(runner, owner, assignment === 'lead' ? release : undefined)

  const add = (added: readonly RegisteredProjection[]) => {
    const readModels = runner.add(added)
    if (leadership) leadership.runSoon()
    else for (const readModel of readModels) runner.start(readModel)
  }
  add(projections)
  const leading = leadership?.run()
  if (!leadership) runner.started()

  return {
    ready: runner.ready,
    waitForPosition: (position, withinMs) => progress.waitForPosition(position, withinMs),
    positions: () => progress.all(),
    rebuild: (name, fill) => runner.rebuild(name, fill),
    add,
    remove: (readModels) =>
      runner.remove(readModels, (one) => leadership?.handOver(one) ?? runner.stopGracefully(one)),
    stop: () => runner.stop(leading),
  }
}

/** Returns the name of a release by what it can build. */
export const releaseOf = (readModels: readonly ReadModelKey[]): string => {
  const names = readModels.map(({ name, version }) => `${name} v${version}`)
  return `leader-${createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 16)}`
}
