// What `replay.ts` remembers of a history while it checks it, such as that of an imported backup file: its people, its projects, and its
// start and end. `stateOf` and `ratedStateOf` make of a project the states that the decisions of commands expect.

import { isPresent, type LifeStatus } from '@thirty/contracts/projects/project-life.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import type { Project } from './projects/evolve.ts'

/** The people of a replayed history: their numbers, and what they did as participants and as admins. */
export class ReplayedPeople {
  readonly #numbers = new Map<string, number>()
  readonly #participants = new Set<number>()
  readonly #admins = new Set<string>()

  /** Returns a number for a person, from 0 on in the order in which they are first named. */
  numberOf(person: string): number {
    let number = this.#numbers.get(person)
    if (number === undefined) this.#numbers.set(person, (number = this.#numbers.size))
    return number
  }

  actedAsParticipant(person: string): void {
    this.#participants.add(this.numberOf(person))
  }

  actedAsAdmin(person: string): void {
    this.#admins.add(person)
  }

  /** Returns who acted as an admin, and whether also as a participant: an operator may have made them an admin meanwhile. */
  admins(): { id: string; isParticipant: boolean }[] {
    return [...this.#admins].map((id) => ({ id, isParticipant: this.#participants.has(this.numberOf(id)) }))
  }
}

/** What a person did to a project. `likedIn`: the submission that they like; 0 without a like, and a new submission has no likes. */
export type Reactions = Record<'likeChanges' | 'likedIn' | 'comments' | 'ratings' | 'views', number>

/** What decisions need of the project of a user and a day. */
export type ReplayedProject = {
  number: number
  owner: string
  day: number
  status: LifeStatus
  submissions: number
  /** Submissions and revisions. */
  versions: number
  /** Comments, and how many there were before the last submission. The authors of later comments by number, until they are removed. */
  comments: number
  earlierComments: number
  authors?: (number | undefined)[] | undefined
  /** Ids of the hidden ones among them. */
  hidden?: ReadonlySet<string> | undefined
}

/** The projects of a replayed history, and what people did to them: millions of pairs, so each has a short key. */
export class ReplayedProjects {
  readonly #projects = new Map<string, ReplayedProject>()
  readonly #reactions = new Map<string, Reactions>()

  of(owner: string, day: number): ReplayedProject {
    const key = `${day} ${owner}`
    const known = this.#projects.get(key)
    if (known !== undefined) return known
    const counts = { submissions: 0, versions: 0, comments: 0, earlierComments: 0 }
    const number = this.#projects.size + 1
    const project: ReplayedProject = { number, owner, day, status: 'none', ...counts }
    this.#projects.set(key, project)
    return project
  }

  /** Returns what a person, by their number, did to a project. */
  reactionsTo({ number }: ReplayedProject, person: number): Reactions {
    const key = `${number} ${person}`
    const none = { likeChanges: 0, likedIn: 0, comments: 0, ratings: 0, views: 0 }
    const reactions = this.#reactions.get(key) ?? none
    this.#reactions.set(key, reactions)
    return reactions
  }
}

/** Returns the state for decisions of the owner and of reviewers. Its content is unknown: a revision that changes nothing does no harm. */
export function stateOf({ status, versions }: ReplayedProject): Project {
  if (!isPresent(status)) return { status, versions, bytes: 0 }
  return { status, versions, bytes: 0, content: unknownContent }
}

const unknownContent = { ...allTextsOf({}), image: '' }

/** Returns the state for the decision about a rating. */
export const ratedStateOf = ({ status }: ReplayedProject) =>
  isPresent(status)
    ? ({ status, projectName: '', newest: undefined, texts: undefined } as const)
    : ({ status, texts: undefined } as const)

const minuteMs = 60_000
/** Clocks of processes differ, and a command may be stored some time after it was decided. */
const tolerance = 5 * minuteMs
/** A file does not say in which time zone its days begin. */
const widestZoneMs = 26 * 60 * minuteMs

/** A moment that was set, and when. */
type Moment = { time: number; setAt: number }

/**
 * The start and the end that count at the end of a replayed history. Earlier ones are unknown, and an import sets both at its own time. So
 * they decide about later events only.
 */
export class ReplayedPeriod {
  #start: Moment | undefined
  #end: Moment | undefined

  start(at: string, startsAt: string): void {
    this.#start = { time: Date.parse(startsAt), setAt: Date.parse(at) }
    this.#requireOrder()
  }

  end(at: string, endsAt: string): void {
    this.#end = { time: Date.parse(endsAt), setAt: Date.parse(at) }
    this.#requireOrder()
  }

  #requireOrder(): void {
    if (this.#start !== undefined && this.#end !== undefined && this.#end.time < this.#start.time)
      refuse('invalid-fields', 'endBeforeStart')
  }

  /** Returns what decisions need at the time of an event (ISO): no day is closed that was open in any time zone. */
  at(at: string): { startsAt: number | undefined; now: number; timeZone: string; hasEnded: boolean } {
    const time = Date.parse(at)
    const isIn = (moment: Moment | undefined) =>
      moment !== undefined && time > Math.max(moment.time, moment.setAt) + tolerance
    return {
      startsAt: isIn(this.#start) ? this.#start?.time : undefined,
      now: time + widestZoneMs,
      timeZone: 'UTC',
      hasEnded: isIn(this.#end),
    }
  }
}
