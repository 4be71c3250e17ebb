import { ReadModelNotBuilt, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById } from './documents-by-id.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'

/** Returns which of these people never had an account here. `ids`: of people without an account. */
export async function peopleElsewhere(
  store: Pick<ReadModelStore, 'load'>,
  ids: readonly string[],
): Promise<string[]> {
  try {
    const deleted = await documentsById({ store, readModel: deletedPeopleProjection }, ids)
    return ids.filter((id) => !deleted.has(id))
  } catch (error) {
    // A release that begins to know them shows everybody without an account as deleted until it does.
    if (error instanceof ReadModelNotBuilt) return []
    throw error
  }
}
