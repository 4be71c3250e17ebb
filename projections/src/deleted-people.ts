// Who had an account here and deleted it. It tells them from people who never had one and are known from a backup file of another
// installation: other read models of people have documents of neither.

import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { subjectUserId } from '@thirty/contracts/projects/project-id.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { ReadModelNotBuilt, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById } from './document-reads.ts'

/** By user id. */
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
export async function peopleElsewhere(store: ReadModelStore, ids: readonly string[]): Promise<string[]> {
  try {
    const deleted = await documentsById({ store, readModel: deletedPeopleProjection }, ids)
    return ids.filter((id) => !deleted.has(id))
  } catch (error) {
    // A release that begins to know them shows everybody without an account as deleted until it does.
    if (error instanceof ReadModelNotBuilt) return []
    throw error
  }
}
