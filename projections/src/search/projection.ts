import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import { isInHistory, type History } from '@thirty/contracts/rules/history.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { IndexEntry, Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { runName } from '@thirty/contracts/rules/run-name.ts'
import { wordScore, splitWords } from './search-words.ts'

/** A participant and the texts by which an admin can find them. Deleted with the account. */
export type SearchablePerson = { kind: 'person'; fullName: string; username: string | null; email: string }

/**
 * A word of project names and the ids of the projects that were named with it most recently, the newest last, separated
 * by spaces (`wordProjects`). Some of them may have another name by now, or may be gone: the reader checks the projects
 * themselves. It is one string because a common word changes with every submission: copying an array each time makes
 * the `replay` benchmark 8 per cent slower.
 */
export type WordDocument = { kind: 'word'; projects: string }

export type SearchDocument = SearchablePerson | WordDocument

const wordPrefix = 'word:'
export const wordDocumentId = (word: string): string => `${wordPrefix}${word}`
export const wordOfDocumentId = (id: string): string => id.slice(wordPrefix.length)
export const personDocumentId = (user: string): string => `person:${user}`
export const userOfDocumentId = (id: string): string => id.slice('person:'.length)

/** Maximum number of words by which one participant or one project can be found. Nearly every name has fewer. */
const maxPersonWords = 8
const maxProjectWords = 24
/**
 * Characters of project ids that a word keeps at least, about sixty projects. Older projects are found with a second word
 * or a longer one.
 */
const minIdCharacters = 2_600

/** Returns the words by which a participant can be found. */
export const personWords = (
  { fullName, username, email }: Omit<SearchablePerson, 'kind'>,
  maxWords = Infinity,
): string[] => splitWords(`${fullName} ${username ?? ''} ${email}`, maxWords)

/**
 * Returns the texts under which a participant is indexed. The first text contains all words, so that a search for a full
 * name finds its participant among many with the same first name.
 */
export function personIndexTexts(person: Omit<SearchablePerson, 'kind'>): string[] {
  const words = personWords(person, maxPersonWords)
  return words.map((word, index) => (index === 0 ? words.join(' ') : word))
}

/** Index of the words of project names. */
export const wordsIndex = 'words'
/** Indexes of participants: one for their first index texts, one for the second, and so on. */
export const personIndexes: readonly string[] = Array.from(
  { length: maxPersonWords },
  (_, index) => `person${index}`,
)

const searchEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'ProfileChanged', 'AdminRightsGranted'),
  ...deletionEvents,
  ...pickEvents(projectEvents, 'ProjectSubmitted', 'ProjectRevised'),
}
type SearchEvent = RecordedEventOf<typeof searchEvents>
type NamingEvent = Extract<SearchEvent, { type: 'ProjectSubmitted' | 'ProjectRevised' }>

/**
 * The read model of the admin search: participants, and the words of the project names of a history. Sorted indexes find
 * the words with a prefix in a few reads, however many there are. There is no document for a project.
 */
export function searchProjection(history: History): Projection<SearchDocument, typeof searchEvents> {
  const run = runName(history)
  return {
    name: `search-${run}`,
    version: 6,
    streams: ['user-', 'deleted-', 'project-'],
    events: searchEvents,
    documentIds: (event) => documentIdsOf(event, history),
    evolve: (document, event) =>
      isNamingEvent(event)
        ? addProject(document?.kind === 'word' ? document.projects : '', event)
        : evolvePerson(document?.kind === 'person' ? document : undefined, event),
    indexEntries: (document, id) =>
      document.kind === 'word'
        ? { [wordsIndex]: wordEntry(wordOfDocumentId(id)) }
        : personIndexEntries(document),
  }
}

const isNamingEvent = (event: SearchEvent): event is NamingEvent =>
  event.type === 'ProjectSubmitted' || event.type === 'ProjectRevised'

function documentIdsOf(event: SearchEvent, history: History): string[] {
  if (isNamingEvent(event)) {
    if (!isInHistory(history, event) || subjectProject(event.stream) === undefined) return []
    return splitWords(event.data.projectName, maxProjectWords).map(wordDocumentId)
  }
  const user = subjectUserId(event.stream)
  return user === undefined ? [] : [personDocumentId(user)]
}

function addProject(projects: string, { type, stream }: NamingEvent): WordDocument {
  const id = stream.slice('project-'.length)
  const others = type === 'ProjectRevised' ? removeProject(projects, id) : projects
  // Shortened rarely, and then by half: appending to a string does not copy it.
  const newest =
    others.length > 2 * minIdCharacters ? others.slice(others.indexOf(' ', minIdCharacters) + 1) : others
  return { kind: 'word', projects: newest === '' ? id : `${newest} ${id}` }
}

/** A project that is revised a hundred times takes one place in the list, not a hundred. */
function removeProject(projects: string, id: string): string {
  if (!projects.includes(id)) return projects
  return wordProjects({ projects })
    .filter((project) => project !== id)
    .join(' ')
}

/** Returns the ids of the projects of a word, the newest last. */
export const wordProjects = ({ projects }: Pick<WordDocument, 'projects'>): string[] => projects.split(' ')

function evolvePerson(
  person: SearchablePerson | undefined,
  event: Exclude<SearchEvent, NamingEvent>,
): SearchablePerson | undefined {
  switch (event.type) {
    case 'UserRegistered': {
      const { role, fullName, username = null, email } = event.data
      return role === 'admin' ? undefined : { kind: 'person', fullName, username, email }
    }
    case 'ProfileChanged': {
      const { fullName = person?.fullName, username } = event.data
      if (person === undefined || fullName === undefined) return undefined
      return { ...person, fullName, username: username === undefined ? person.username : username || null }
    }
    case 'AdminRightsGranted':
    case 'AccountDeleted':
      return undefined
  }
}

const wordEntry = (word: string): IndexEntry => ({ score: wordScore(word), tiebreaker: word })

const personIndexEntries = (person: SearchablePerson): Record<string, IndexEntry> =>
  Object.fromEntries(
    personIndexTexts(person).map((text, index) => [personIndexes[index] ?? '', wordEntry(text)]),
  )
