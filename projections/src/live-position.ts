import {
  ReadModelNotBuilt,
  type LiveBuild,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/** How far a read model is, as responses and messages say it. */
export type LivePosition = { position: string; epoch: string }

/** A live build as queries find it. `shownPosition`: the position that its readers are told, if it is not the checkpoint. */
export type ShownBuild = LiveBuild & { shownPosition?: bigint }

/** Returns the position of the live build. Throws `ReadModelNotBuilt` if there is none. */
export async function livePosition(
  store: Pick<ReadModelStore, 'liveBuild'>,
  readModel: ReadModelKey,
): Promise<LivePosition> {
  const live = await store.liveBuild(readModel)
  if (live === undefined) throw new ReadModelNotBuilt(readModel)
  return positionOf(live)
}

/** Returns the position of a live build. */
export const positionOf = ({ checkpoint, shownPosition, epoch }: ShownBuild): LivePosition => ({
  position: (shownPosition ?? checkpoint).toString(),
  epoch,
})
