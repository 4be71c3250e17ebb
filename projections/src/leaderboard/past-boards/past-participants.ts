// The projection with which `past-boards.ts` folds past leaderboards: the live one without personal data. Name, username and picture are
// added when a board is read, as they are today.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import type { History } from '@thirty/contracts/challenge/history.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import type { Participant } from '../participant.ts'
import { leaderboardProjection } from '../projection.ts'

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

export function pastLeaderboardProjection(
  history: History,
  timeZone: string,
): Projection<Participant, typeof pastEvents> {
  const live = leaderboardProjection(history, timeZone)
  return {
    ...live,
    name: `past-${live.name}`,
    events: pastEvents,
    evolve: (participant, event, id, others) => {
      const after = live.evolve(participant, event, id, others)
      return after && withShortHistory(withoutPerson(after))
    },
  }
}

function withoutPerson(participant: Participant): Participant {
  if (participant.name === '') return participant
  const { nameCodes: _, ...others } = participant
  return { ...others, name: '', username: null, picture: null }
}

const withShortHistory = (participant: Participant): Participant =>
  participant.history.length <= keptStandings
    ? participant
    : { ...participant, history: participant.history.slice(-keptStandings) }
