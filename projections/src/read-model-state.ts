// What responses and messages say of the state of a read model: how far it is, which is a position in an epoch, another one for each run that
// is shown; and what is known while it cannot be read.

import {
  ReadModelNotBuilt,
  type LiveBuild,
  type ReadModelKey,
  type ReadModelStore,
  StoreUnavailable,
} from '@thirty/infra/read-models/read-models.ts'

/** How far a read model is, as responses and messages say it. */
export type LivePosition = { position: string; epoch: string }

/** A live build as queries find it. `shownPosition`: the position that its readers receive, if it is not the checkpoint. */
export type ShownBuild = LiveBuild & { shownPosition?: bigint }

type Builds = Pick<ReadModelStore, 'liveBuild'>

/** Returns the live build. Throws `ReadModelNotBuilt` if there is none. */
export async function shownBuild(store: Builds, readModel: ReadModelKey): Promise<ShownBuild> {
  const live = await store.liveBuild(readModel)
  if (live === undefined) throw new ReadModelNotBuilt(readModel)
  return live
}

/**
 * Returns the position of a response that is read from these read models: the lowest, so it has every change up to there. While readers receive
 * the positions of last changes, which differ between read models, that of the first one. To be called before they are read. Throws
 * `ReadModelNotBuilt` if one has no live build.
 */
export async function livePosition(
  store: Builds,
  ...readModels: readonly [ReadModelKey, ...ReadModelKey[]]
): Promise<LivePosition> {
  const builds = await Promise.all(readModels.map((readModel) => shownBuild(store, readModel)))
  const isLowest = builds[0]?.shownPosition === undefined
  return positionOf(
    builds.reduce((low, build) => (isLowest && build.checkpoint < low.checkpoint ? build : low)),
  )
}

/**
 * Returns the position of the first of several builds if no message that was sent before they were read is after it: `undefined` if another
 * one is farther, is missing, or was made from another copy of the log.
 */
export function joinedPosition([first, ...others]: readonly (LiveBuild | undefined)[]):
  | LivePosition
  | undefined {
  const isUpToDate = (build: LiveBuild | undefined) =>
    build && build.epoch === first?.epoch && build.checkpoint <= first.checkpoint
  return first && others.every(isUpToDate) ? positionOf(first) : undefined
}

/** Returns the position of a live build. */
export const positionOf = ({ checkpoint, shownPosition, epoch }: ShownBuild): LivePosition => ({
  position: (shownPosition ?? checkpoint).toString(),
  epoch,
})

/** Returns the epoch of responses and messages while a run is shown: another run is another epoch. */
export const runEpoch = (epoch: string, runName: string): string => `${epoch}.${runName}`

/**
 * Returns the store as queries read it: its epochs differ between runs, so that browsers load their data again when another
 * run is shown. `runName`: the run that the queries describe. `showsChanges`: whether the position that readers receive is that of the
 * last change, which no event that is hidden from them moves.
 */
export const withRunEpochs = (
  store: ReadModelStore,
  runName: () => string,
  showsChanges: (readModel: ReadModelKey) => Promise<boolean>,
): ReadModelStore => ({
  ...store,
  liveBuild: async (readModel): Promise<ShownBuild | undefined> => {
    const live = await store.liveBuild(readModel)
    if (live === undefined) return undefined
    const epoch = runEpoch(live.epoch, runName())
    // Asked after the position was read: it has no change that was hidden before.
    const isChange = await showsChanges(readModel)
    return { ...live, epoch, ...(isChange && { shownPosition: live.seen.changedAt ?? live.checkpoint }) }
  },
})

/** Whether a read failed because the store is unavailable or the read model is still being built. */
export const isReadModelUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof ReadModelNotBuilt

/** Returns the current value; the last known one, if there is one, while the read model is unavailable. */
export async function orLastKnown<Value>(
  current: Promise<Value>,
  findLast: () => Value | undefined,
): Promise<Value> {
  try {
    return await current
  } catch (error) {
    const last = isReadModelUnavailable(error) ? findLast() : undefined
    if (last === undefined) throw error
    return last
  }
}
