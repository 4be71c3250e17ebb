import type { ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import type { Recorded } from '../../fold.ts'
import { evolve as evolveHistory, initialHistory, type ChallengeHistory } from '../evolve.ts'

/**
 * The newest attempt to import a file. `run` is the run that it took, `startedAt` the position of the event that took it.
 * `listings` counts how often a backup of it was listed: none while events may be missing in its run, and one more for each
 * time that it was listed again after a deletion. `backup` is the backup that is listed now.
 */
export type FileImport = { run: number; startedAt: bigint; listings: number; backup?: string }

/** The history of the challenge, and the imports by the final hash of their file. */
export type Imports = { history: ChallengeHistory; byHash: ReadonlyMap<string, FileImport> }

export const initialImports: Imports = { history: initialHistory, byHash: new Map() }

export function evolve({ history, byHash }: Imports, event: Recorded<ChallengeEvent>): Imports {
  return { history: evolveHistory(history, event), byHash: evolveFiles(byHash, event) }
}

function evolveFiles(byHash: Imports['byHash'], event: Recorded<ChallengeEvent>): Imports['byHash'] {
  const { type, data, position } = event
  if (type === 'BackupImportStarted')
    return new Map(byHash).set(data.finalHash, { run: data.run, startedAt: position, listings: 0 })
  if (type === 'BackupImported')
    return changed(
      byHash,
      ({ run }) => run === data.run,
      (file) => ({
        ...file,
        listings: file.listings + 1,
        backup: data.backup,
      }),
    )
  if (type === 'BackupDeleted')
    return changed(
      byHash,
      ({ backup }) => backup === data.backup,
      ({ backup: _, ...file }) => file,
    )
  return byHash
}

function changed(
  byHash: Imports['byHash'],
  isMeant: (file: FileImport) => boolean,
  change: (file: FileImport) => FileImport,
): Imports['byHash'] {
  const found = [...byHash].find(([, file]) => isMeant(file))
  return found === undefined ? byHash : new Map(byHash).set(found[0], change(found[1]))
}
