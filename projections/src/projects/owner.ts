import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

/** What cards show of the owner of a project. */
export type Owner = {
  kind: 'owner'
  fullName: string
  username: string | null
  picture: string | null
  email: string
}

/** Id of the document of an owner. The document of a project has the id of the project. */
export const ownerDocumentId = (user: string): string => `user:${user}`

/** Shown in place of the owner of a deleted account. */
export const deletedOwner: Omit<Owner, 'email'> = {
  kind: 'owner',
  fullName: 'Deleted participant',
  username: null,
  picture: null,
}

export const ownerEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'ProfileChanged', 'ProfileImageChanged'),
  ...deletionEvents,
}

type OwnerEvent = RecordedEventOf<typeof ownerEvents>

export function evolveOwner(owner: Owner | undefined, event: OwnerEvent): Owner | undefined {
  if (event.type === 'UserRegistered') {
    const { fullName, username = null, email } = event.data
    return { kind: 'owner', fullName, username, picture: null, email }
  }
  if (owner === undefined || event.type === 'AccountDeleted') return undefined
  if (event.type === 'ProfileImageChanged') return { ...owner, picture: event.data.image }
  const { fullName = owner.fullName, username } = event.data
  return { ...owner, fullName, username: username === undefined ? owner.username : username || null }
}
