import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { IndexEntry, Projection } from '@thirty/infra/read-models/read-models.ts'
import { wordScore, splitWords } from './search-words.ts'

/** A participant, with what one can be found by. Gone with the account. */
export type SearchablePerson = { kind: 'person'; fullName: string; username: string | null; email: string }

/**
 * A word of project names, and the ids of the projects that were given such a name last, the newest at the end, with a
 * space between two. Some of them may have another name by now, or be gone: whoever looks them up sees it.
 * In one text, because common words change with every hand-in, and a list would be copied piece by piece each time.
 */
export type WordDocument = { kind: 'word'; projects: string }

export type SearchDocument = SearchablePerson | WordDocument

const wordPrefix = 'word:'
export const wordDocumentId = (word: string): string => `${wordPrefix}${word}`
export const wordOfDocumentId = (id: string): string => id.slice(wordPrefix.length)
export const personDocumentId = (user: string): string => `person:${user}`
export const userOfDocumentId = (id: string): string => id.slice('person:'.length)

/** Words that lead to one participant, and to one project: of nearly every name all. */
const mostPersonWords = 8
const mostProjectWords = 24
/** Letters of ids that a word keeps at least: about sixty projects. With another word, or a longer one, older ones are found. */
const fewestLetters = 2_600

/** What one participant is found by; looked through where one is known already. */
export const personWords = (
  { fullName, username, email }: Omit<SearchablePerson, 'kind'>,
  most = Infinity,
): string[] => splitWords(`${fullName} ${username ?? ''} ${email}`, most)

/**
 * Texts by which a participant stands in the indexes. The first word brings the others along: whoever types a whole name
 * finds it among many who share either half.
 */
export function personIndexTexts(person: Omit<SearchablePerson, 'kind'>): string[] {
  const words = personWords(person, mostPersonWords)
  return words.map((word, at) => (at === 0 ? words.join(' ') : word))
}

/** Index in which all words stand, and those of the first, second … texts of participants. */
export const wordsIndex = 'words'
export const personIndexes: readonly string[] = Array.from(
  { length: mostPersonWords },
  (_, at) => `person${at}`,
)

/**
 * What the search of the admins looks in: participants, and the words of project names of one run. Sorted indexes find
 * the beginning of a word in a few steps, however many there are. There is no document for a project, only for a word.
 */
export function searchProjection(run: number): Projection<SearchDocument> {
  return {
    name: `search-r${run}`,
    version: 3,
    streams: ['user-', 'deleted-', 'project-'],
    documentIds: (event) => documentsOf(event, run),
    evolve: (document, event) =>
      namings.has(event.type)
        ? withProject(document?.kind === 'word' ? document : undefined, event)
        : evolvePerson(document?.kind === 'person' ? document : undefined, event),
    indexEntries: (document, id) =>
      document.kind === 'word' ? { [wordsIndex]: placeOf(wordOfDocumentId(id)) } : personPlaces(document),
  }
}

const namings: ReadonlySet<string> = new Set<ProjectEvent['type']>(['ProjectSubmitted', 'ProjectRevised'])
const personEvents: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
  'ProfileChanged',
  'AccountDeleted',
])

function documentsOf(event: RecordedEvent, run: number): string[] {
  const { type, stream } = event
  if (namings.has(type)) {
    if (subjectProject(stream, run) === undefined) return []
    // What stands in the log was checked against the catalogue before it was appended.
    const { data } = event as RecordedEvent & { type: 'ProjectSubmitted' } & ProjectEvent
    return splitWords(data.projectName, mostProjectWords).map(wordDocumentId)
  }
  const user = personEvents.has(type) ? subjectUserId(stream) : undefined
  return user === undefined ? [] : [personDocumentId(user)]
}

function withProject(word: WordDocument | undefined, { stream, type }: RecordedEvent): WordDocument {
  const id = stream.slice('project-'.length)
  if (word === undefined) return { kind: 'word', projects: id }
  const before = type === 'ProjectRevised' ? withoutProject(word.projects, id) : word.projects
  // Cut seldom, and then by half: a text that only grows is put together without being copied.
  const kept =
    before.length > 2 * fewestLetters ? before.slice(before.indexOf(' ', fewestLetters) + 1) : before
  return { kind: 'word', projects: kept === '' ? id : `${kept} ${id}` }
}

/** Whoever revises a project a hundred times takes one place, not a hundred. */
function withoutProject(projects: string, id: string): string {
  if (!projects.includes(id)) return projects
  return projectIds({ kind: 'word', projects })
    .filter((other) => other !== id)
    .join(' ')
}

/** The projects of a word, the newest last. */
export const projectIds = ({ projects }: WordDocument): string[] => projects.split(' ')

function evolvePerson(
  person: SearchablePerson | undefined,
  event: RecordedEvent,
): SearchablePerson | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data } = event as RecordedEvent & (UserEvent | DeletionEvent)
  if (type === 'UserRegistered') {
    if (data.role === 'admin') return undefined
    return { kind: 'person', fullName: data.fullName, username: data.username ?? null, email: data.email }
  }
  if (person === undefined || type === 'AccountDeleted') return undefined
  if (type !== 'ProfileChanged') return person
  return {
    ...person,
    fullName: data.fullName ?? person.fullName,
    username: data.username === undefined ? person.username : data.username || null,
  }
}

const placeOf = (word: string): IndexEntry => ({ score: wordScore(word), tiebreaker: word })

function personPlaces(person: SearchablePerson): Record<string, IndexEntry> {
  return Object.fromEntries(personIndexTexts(person).map((text, at) => [`person${at}`, placeOf(text)]))
}
