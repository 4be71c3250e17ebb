import type { Participant } from '../participant.ts'
import { nothingFolded, type Folded } from './fold-log.ts'

/**
 * A leaderboard at a position. `lineage` is the key of its history there; `bytes` is the approximate memory that it needs beside
 * the board from which it was folded. It never changes.
 */
export type PastBoard = Folded<Participant> & { lineage: string; bytes: number }

export const emptyBoard: PastBoard = { ...nothingFolded(), lineage: '', bytes: 1 }

/** Approximate bytes in memory: of a participant, of an entry of the history, and of a project. */
const [participantBytes, standingBytes, projectBytes] = [500, 110, 260]

/** Returns the approximate memory of documents that another board does not have. */
export function bytesBeside(
  { documents }: Pick<PastBoard, 'documents'>,
  other: Pick<PastBoard, 'documents'>,
): number {
  let bytes = 1
  for (const [id, participant] of documents) {
    const before = other.documents.get(id)
    // An entry of the map.
    bytes += 60
    if (before === participant) continue
    const { projects, history } = participant
    let own = 0
    for (const [index, project] of projects.entries()) if (project !== before?.projects[index]) own += 1
    bytes += participantBytes + history.length * standingBytes + projects.length * 8 + own * projectBytes
  }
  return bytes
}
