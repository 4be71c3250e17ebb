import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { subjectUserId } from '@thirty/contracts/events/stream-subject.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

/**
 * Who had an account here and deleted it, by user id. It tells them from people who never had one and are known from a backup file of
 * another installation (`people-elsewhere.ts`): other read models of people have documents of neither.
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
