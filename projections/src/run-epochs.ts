import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ShownBuild } from './live-position.ts'

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
