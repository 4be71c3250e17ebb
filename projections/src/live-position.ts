import {
  ReadModelNotBuilt,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** How far a read model is, as responses and messages say it. */
export type LivePosition = { position: string; epoch: string }

/** Returns the position of the live build. Throws `ReadModelNotBuilt` if there is none. */
export async function livePosition(
  store: Pick<ReadModelStore, 'liveBuild'>,
  readModel: ReadModelKey,
): Promise<LivePosition> {
  const live = await store.liveBuild(readModel)
  if (live === undefined) throw new ReadModelNotBuilt(readModel)
  return { position: live.checkpoint.toString(), epoch: live.epoch }
}
