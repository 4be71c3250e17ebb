// The document of a user in the read model of projects: what cards show of the owner, and the number of projects.

import { isDeletedPerson, standIn, type NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import type { Person } from '@thirty/contracts/accounts/people-api.ts'
import { shownReviewText, type StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { searchTexts } from '@thirty/contracts/user-texts/search-text.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { prefixedIds } from '../prefixed-ids.ts'

type UserStatus = Person['status']

/** What cards show of a user, and the number of the user's projects. `joined` is the sortable position of the registration. */
export type Owner = {
  kind: 'owner'
  fullName: string
  username: string | null
  picture: string | null
  email: string
  status: UserStatus
  joined: string
  projects: number
}

/** The document of a project has the id of the project, which never has this prefix. */
export const ownerIds = prefixedIds('user:')

/** Returns the index of all users, or of the users with a status, by the number of their projects. */
export const ownersIndex = (status: UserStatus | undefined): string =>
  status ? `owners:${status}` : 'owners'

/** What cards show of the owner of a project. Nobody who has no account here has an email address. */
export type CardOwner = Pick<Owner, 'fullName' | 'username' | 'picture'> & {
  nameCodes?: NameCodes
  email?: string
}

export const deletedOwner: CardOwner = {
  ...standIn('deletedPerson', 'fullName'),
  username: null,
  picture: null,
}

export const ownerElsewhere: CardOwner = { ...deletedOwner, ...standIn('personElsewhere', 'fullName') }

/** Returns a reason or feedback as it is shown, with the name of the owner of the project. */
export const reviewTextOf = (stored: StoredReviewText, owner: CardOwner): string =>
  shownReviewText(stored, isDeletedPerson(owner) ? undefined : owner.fullName)

export const ownerEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'ProfileChanged', 'ProfileImageChanged', 'UserStatusChanged'),
  ...deletionEvents,
}

type OwnerEvent = RecordedEventOf<typeof ownerEvents>

export function evolveOwner(owner: Owner | undefined, event: OwnerEvent): Owner | undefined {
  if (event.type === 'UserRegistered') {
    const { fullName, username = null, email } = event.data
    const joined = sortablePosition(event.position)
    return { kind: 'owner', fullName, username, picture: null, email, status: 'active', joined, projects: 0 }
  }
  if (owner === undefined || event.type === 'AccountDeleted') return undefined
  if (event.type === 'ProfileImageChanged') return { ...owner, picture: event.data.image }
  if (event.type === 'UserStatusChanged') return { ...owner, status: event.data.status }
  const { fullName = owner.fullName, username } = event.data
  return { ...owner, fullName, username: username === undefined ? owner.username : username || null }
}

export const projectCountEvents = pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectWithdrawn')

export function evolveProjectCount(
  owner: Owner | undefined,
  { type }: RecordedEventOf<typeof projectCountEvents>,
): Owner | undefined {
  // A deleted account has none.
  return owner && { ...owner, projects: owner.projects + (type === 'ProjectSubmitted' ? 1 : -1) }
}

export const ownerTexts = ({ fullName, username, email }: Owner): string[] =>
  searchTexts(fullName, username, email)

export function ownerIndexEntries({ projects, joined, status }: Owner) {
  const entry = { score: projects, tiebreaker: joined }
  return { [ownersIndex(undefined)]: entry, [ownersIndex(status)]: entry }
}
