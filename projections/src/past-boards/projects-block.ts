import { compressBlock, type StoredBlock } from '@thirty/infra/files/block-file.ts'
import type { Projects } from './board-participant.ts'

/** Name of these blocks in a file. */
export const projectsName = 'projects'

/** The projects of some participants in a file: a line of JSON for each, compressed together. */
export class ProjectsBlock {
  readonly stored: StoredBlock
  /** Number of participants. */
  readonly size: number
  /** The text of the block, which the garbage collector may take: a fold reads many lines of one block. */
  #lines: WeakRef<string[]> | undefined

  constructor(stored: StoredBlock, size: number) {
    this.stored = stored
    this.size = size
  }

  /** Compresses lines in the thread pool. */
  static async ofLines(lines: readonly string[]): Promise<ProjectsBlock> {
    const data = Buffer.from(lines.join('\n'))
    return new ProjectsBlock(await compressBlock({ name: projectsName, data }), lines.length)
  }

  get bytesPerParticipant(): number {
    return this.stored.compressed.length / this.size
  }

  line(index: number): string {
    let lines = this.#lines?.deref()
    if (lines === undefined) {
      lines = this.stored.read().toString().split('\n')
      this.#lines = new WeakRef(lines)
    }
    return lines[index] ?? ''
  }

  projects(index: number): Projects {
    // Safe: the checksum of the file is right, so `writeBoard` of this version wrote it.
    return JSON.parse(this.line(index)) as Projects
  }
}
