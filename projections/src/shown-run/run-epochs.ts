import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

/** Returns the epoch of responses and messages while a run is shown: another run is another epoch. */
export const runEpoch = (epoch: string, runName: string): string => `${epoch}.${runName}`

/**
 * Returns the store as queries read it: its epochs differ between runs, so that browsers load their data again when another
 * run is shown. `runName`: the run of which the queries tell.
 */
export const withRunEpochs = (store: ReadModelStore, runName: () => string): ReadModelStore => ({
  ...store,
  liveBuild: async (readModel) => {
    const live = await store.liveBuild(readModel)
    return live && { ...live, epoch: runEpoch(live.epoch, runName()) }
  },
})
