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
 * are today. `raters` has the ids of the users who rated each project, separated by spaces, by the day of the project: one
 * text is read from a snapshot several times faster than a list.
 */
export type PastParticipant = Participant & { raters?: Readonly<Record<number, string>> | undefined }

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
  const { [subject.day]: known = '', ...others } = participant.raters ?? {}
  if (!participant.projects.some(({ id }) => id === subject.id))
    return known === '' ? participant : { ...participant, raters: others }
  if (event.type !== 'ProjectRated') return participant
  const { rater } = event.data
  if (known.includes(rater)) return participant
  return { ...participant, raters: { ...others, [subject.day]: known === '' ? rater : `${known} ${rater}` } }
}
