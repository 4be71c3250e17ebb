// Verifies a backup file as an import does, without a server and a data folder.

import { openBackupFile } from '@thirty/command-api/history/import/uploaded-file.ts'
import { verifyBackupFile, type VerifiedFile } from '@thirty/command-api/history/import/verify-backup-file.ts'
import { systemClock, type Clock } from '@thirty/infra/clock.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'

/** The result of a verification: what is in the file, or why it must not be used. */
export type VerificationReport =
  | ({ isIntact: true } & Omit<VerifiedFile, 'period' | 'admins' | 'people' | 'origin'>)
  | { isIntact: false; reason: string }

type Options = {
  clock?: Clock
  onProgress?: (progress: { bytes: number; events: number }) => void
}

/** Throws the error of the file system when the file cannot be read. */
export async function verifyFile(
  path: string,
  { clock = systemClock, onProgress }: Options = {},
): Promise<VerificationReport> {
  try {
    const {
      period: _,
      admins: __,
      people: ___,
      origin: ____,
      ...verified
    } = await verifyBackupFile(openBackupFile(path), {
      now: clock(),
      createBoardFold: boardFold,
      // Which keys are known, only an installation can say.
      originOf: () => 'accepted',
      ...(onProgress && { onProgress }),
    })
    return { isIntact: true, ...verified }
  } catch (error) {
    if (error instanceof DamagedFile) return { isIntact: false, reason: error.message }
    throw error
  }
}
