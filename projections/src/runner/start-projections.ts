// Runs projections over the log in this process: alone, or as one of several that compete for the lead.

import { createHash, randomUUID } from 'node:crypto'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { leadership } from './leadership.ts'
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
export type RunningProjections = Pick<
  ProjectionRunner,
  'ready' | 'waitForPosition' | 'positions' | 'rebuild' | 'add' | 'remove' | 'stop'
>

/** Runs projections over the log. Events before the activation of a build are not published as live updates. */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { assignment = 'all', owner = randomUUID(), projections } = options
  const release = options.release ?? releaseOf(projections.map(({ projection }) => projection))
  return new ProjectionRunner(
    options,
    assignment === 'all'
      ? undefined
      : (runner) => leadership(runner, owner, assignment === 'lead' ? release : undefined),
  )
}

/** Returns the name of a release by what it can build. */
export const releaseOf = (readModels: readonly ReadModelKey[]): string => {
  const names = readModels.map(({ name, version }) => `${name} v${version}`)
  return `leader-${createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 16)}`
}
