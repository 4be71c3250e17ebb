import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { lifeEvents } from '@thirty/contracts/events/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import { isOnBoard, type History } from '@thirty/contracts/rules/history.ts'
import { streamSubject, subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { Participant } from '../participant.ts'
import { leaderboardProjection } from '../projection.ts'

/**
 * A participant of a past leaderboard, without personal data: name, username and picture are added when it is read, as they
 * are today. `raters` has for the day of each project the ids of the users who rated it, separated by spaces.
 */
export type PastParticipant = Participant & { raters?: readonly string[] | undefined }

/**
 * Standings of earlier dates that are kept. The movement needs the one of the day before; one more is for events around midnight,
 * because the clocks of several processes differ a little.
 */
const keptStandings = 2

/** The events of the leaderboard without names and pictures. */
const pastEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'UserStatusChanged'),
  ...deletionEvents,
  ...lifeEvents,
}
type PastEvent = RecordedEventOf<typeof pastEvents>

/** The leaderboard of a history for positions in the past. It also counts the ratings by participants. */
export function pastLeaderboardProjection(
  history: History,
  timeZone: string,
): Projection<PastParticipant, typeof pastEvents> {
  const live = leaderboardProjection(history, timeZone)
  return {
    name: `past-${live.name}`,
    version: live.version,
    streams: live.streams,
    events: pastEvents,
    documentIds: (event) => {
      if (event.type !== 'ProjectRated') return live.documentIds(event)
      const owner = isOnBoard(history, event) ? subjectProject(event.stream)?.user : undefined
      return owner === undefined ? [] : [owner]
    },
    evolve: (participant, event, id, others) => {
      const after = live.evolve(participant, event, id, others)
      return after && withRaters(withShortHistory(withoutPerson(after)), event)
    },
    indexEntries: live.indexEntries,
  }
}

const withoutPerson = (participant: PastParticipant): PastParticipant =>
  participant.name === ''
    ? participant
    : { ...participant, name: '', username: null, names: '', picture: null }

const withShortHistory = (participant: PastParticipant): PastParticipant =>
  participant.history.length <= keptStandings
    ? participant
    : { ...participant, history: participant.history.slice(-keptStandings) }

function withRaters(participant: PastParticipant, event: PastEvent): PastParticipant {
  const subject = streamSubject(event.stream)
  if (subject?.kind !== 'project') return participant
  const { id, day } = subject
  const known = participant.raters?.[day] ?? ''
  if (event.type !== 'ProjectRated' && known === '') return participant
  const isThere = participant.projects.some((project) => project.id === id)
  if (!isThere)
    return known === '' ? participant : { ...participant, raters: withText(participant.raters, day, '') }
  if (event.type !== 'ProjectRated' || known.includes(event.data.rater)) return participant
  const { rater } = event.data
  return {
    ...participant,
    raters: withText(participant.raters, day, known === '' ? rater : `${known} ${rater}`),
  }
}

/** Returns a copy with the text of a day. An object with days as names would take several times as long to copy. */
function withText(texts: readonly string[] = [], day: number, text: string): readonly string[] {
  const copy = texts.slice()
  while (copy.length <= day) copy.push('')
  copy[day] = text
  return copy
}
