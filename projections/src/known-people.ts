import { deletionEvents } from '@thirty/contracts/events/user.ts'
import { subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import {
  ReadModelNotBuilt,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

/**
 * Who had an account here and deleted it, by user id. Read models of people have no documents of them, nor of people who never had an
 * account here and are known from a backup file of another installation.
 */
export const deletedPeopleProjection: Projection<{ isDeleted: true }, typeof deletionEvents> = {
  name: 'deleted-people',
  version: 1,
  streams: ['deleted-'],
  events: deletionEvents,
  documentIds: ({ stream }) => {
    const id = subjectUserId(stream)
    return id === undefined ? [] : [id]
  },
  evolve: () => ({ isDeleted: true }),
  indexEntries: () => ({}),
}

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
