import { isPresent, type LifeStatus } from '@thirty/contracts/events/project-life.ts'
import type { Project } from './projects/evolve.ts'

/** What decisions need of the project of a user and a day. */
export type ReplayedProject = {
  number: number
  owner: string
  day: number
  status: LifeStatus
  submissions: number
  /** Submissions and revisions. */
  versions: number
  /** Comments, and how many there were before the last submission. The authors of those after it, by their numbers, until they are removed. */
  comments: number
  earlierComments: number
  authors: (number | undefined)[]
  /** Ids of the hidden ones among them. */
  hidden: ReadonlySet<string>
}

export const noAuthors: ReplayedProject['authors'] = []
export const noHidden: ReplayedProject['hidden'] = new Set()

/** The projects of a replayed history. */
export class ReplayedProjects {
  readonly #byOwner = new Map<string, (ReplayedProject | undefined)[]>()
  #count = 0

  of(owner: string, day: number): ReplayedProject {
    let days = this.#byOwner.get(owner)
    if (days === undefined) this.#byOwner.set(owner, (days = []))
    let project = days[day]
    if (project === undefined) {
      this.#count += 1
      project = {
        number: this.#count,
        owner,
        day,
        status: 'none',
        submissions: 0,
        versions: 0,
        comments: 0,
        earlierComments: 0,
        authors: noAuthors,
        hidden: noHidden,
      }
      days[day] = project
    }
    return project
  }
}

/** A revision that changes nothing does no harm, so the content is not compared. */
export function stateOf({ status, versions }: ReplayedProject): Project {
  if (!isPresent(status)) return { status, versions, bytes: 0 }
  return { status, versions, bytes: 0, content: unknownContent }
}

const unknownContent = {
  projectName: '',
  description: '',
  languages: '',
  liveLink: '',
  repoLink: '',
  image: '',
}

export const ratedStateOf = ({ status }: ReplayedProject) =>
  isPresent(status)
    ? ({ status, projectName: '', newest: undefined, texts: undefined } as const)
    : ({ status, texts: undefined } as const)
