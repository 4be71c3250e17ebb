import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ShownBuild } from '../live-position.ts'

/** Returns the epoch of responses and messages while a run is shown: another run is another epoch. */
export const runEpoch = (epoch: string, runName: string): string => `${epoch}.${runName}`

/**
 * Returns the store as queries read it: its epochs differ between runs, so that browsers load their data again when another
 * run is shown. `runName`: the run of which the queries tell. `showsChanges`: the position that readers are told is that of the last
 * change, which no event that is hidden from them moves.
 */
export const withRunEpochs = (
  store: ReadModelStore,
  runName: () => string,
  { showsChanges }: { showsChanges: boolean },
): ReadModelStore => ({
  ...store,
  liveBuild: async (readModel): Promise<ShownBuild | undefined> => {
    const live = await store.liveBuild(readModel)
    if (live === undefined) return undefined
    const epoch = runEpoch(live.epoch, runName())
    return { ...live, epoch, ...(showsChanges && { shownPosition: live.seen.changedAt ?? live.checkpoint }) }
  },
})
