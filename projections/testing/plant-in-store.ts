import { randomUUID } from 'node:crypto'
import type { Commit, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

export type PlantedChange = Partial<Pick<Commit, 'upserts' | 'deletes' | 'lease'>>

/** Changes the live build of a read model without an event, as a fault of the product or of its store would. */
export async function plantInStore(
  store: Pick<ReadModelStore, 'liveBuild' | 'commit'>,
  readModel: ReadModelKey,
  { upserts = [], deletes = [], lease }: PlantedChange,
): Promise<void> {
  const live = await store.liveBuild(readModel)
  if (live === undefined) throw new Error(`${readModel.name} has no live build.`)
  const { build, checkpoint } = live
  const step = { stepId: randomUUID(), from: checkpoint, to: checkpoint, messages: [] }
  await store.commit({ build, ...step, upserts, deletes, ...(lease && { lease }) })
}
