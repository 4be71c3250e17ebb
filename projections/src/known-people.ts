import { ReadModelNotBuilt, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'

/** Returns which of these people never had an account here. `ids`: of people without an account. */
export async function peopleElsewhere(
  store: Pick<ReadModelStore, 'load'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  try {
    const deleted = await store.load(deletedPeopleProjection, ids)
    return ids.filter((_, index) => deleted[index] === undefined)
  } catch (error) {
    // A release that begins to know them shows everybody without an account as deleted until it does.
    if (error instanceof ReadModelNotBuilt) return []
    throw error
  }
}
