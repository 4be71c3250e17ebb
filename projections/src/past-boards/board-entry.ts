import type { PastParticipant, Standing } from './board-participant.ts'
import type { ProjectsBlock } from './projects-block.ts'

/** Where a file has the projects of a participant. */
export type StoredProjects = { block: ProjectsBlock; index: number }

/** Approximate bytes in memory: of a standing with its history, and of a project without its raters. */
const [standingBytes, projectBytes] = [1_000, 600]

/**
 * A participant of a past board, who never changes. Projects of a snapshot stay in their block: they are parsed with every read
 * of `participant`, so that a board needs no more memory after it was read.
 */
export class BoardEntry {
  readonly standing: Standing
  readonly #source: PastParticipant | StoredProjects
  #stored: StoredProjects | undefined

  private constructor(standing: Standing, source: PastParticipant | StoredProjects) {
    this.standing = standing
    this.#source = source
    this.#stored = isInFile(source) ? source : undefined
  }

  static of(participant: PastParticipant): BoardEntry {
    return new BoardEntry(participant, participant)
  }

  static ofFile(standing: Standing, projects: StoredProjects): BoardEntry {
    return new BoardEntry(standing, projects)
  }

  /** The participant with the projects. */
  get participant(): PastParticipant {
    if (!isInFile(this.#source)) return this.#source
    const { block, index } = this.#source
    return { ...this.standing, ...block.projects(index) }
  }

  /** Where a file has the projects; `undefined` if they are in memory only. */
  get stored(): StoredProjects | undefined {
    return this.#stored
  }

  /** Notes where the projects were written, so that the next snapshot copies them. */
  wasStored(stored: StoredProjects): void {
    this.#stored = stored
  }

  /** The projects as JSON in one line. */
  get projectsLine(): string {
    if (isInFile(this.#source)) return this.#source.block.line(this.#source.index)
    const { projects, raters } = this.#source
    return JSON.stringify({ projects, raters })
  }

  /** Approximate memory in bytes. */
  get bytes(): number {
    const bytes = standingBytes + (this.#stored?.block.bytesPerParticipant ?? 0)
    if (isInFile(this.#source)) return bytes
    const { projects, raters = {} } = this.#source
    const raterBytes = Object.values(raters).reduce((sum, { length }) => sum + length, 0)
    return bytes + projects.length * projectBytes + raterBytes
  }
}

const isInFile = (source: PastParticipant | StoredProjects): source is StoredProjects => 'block' in source
