// Verifies a backup file with what this installation knows of its key and of its people. `verify-backup-file.ts` needs nothing but the
// file.

import type { ImportProgress } from '@thirty/contracts/backups/api.ts'
import type { BoardFold } from '@thirty/contracts/backups/backup-file.ts'
import { backupKeysStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { loadAccountKind } from '../../account-kind.ts'
import { backupKeysFold } from '../../backup-keys-fold.ts'
import type { Commands } from '../../handle.ts'
import type { With } from '../../parts.ts'
import { verifyBackupFile, type VerifiedFile } from './verify-backup-file.ts'

export type CheckParts = With<'commands' | 'clock' | 'fileSigner'> & { createBoardFold: () => BoardFold }

/** A file that can be read several times. */
export type BackupFile = { open: () => AsyncIterable<Uint8Array> }

/** A file that may be imported, and what the accepted key that signed it is called here. */
export type CheckedFile = VerifiedFile & { signerName?: string }

/** Verifies a file completely. Throws `DamagedFile`. */
export async function checkFile(
  file: BackupFile,
  { commands, clock, createBoardFold, fileSigner }: CheckParts,
  onProgress: (progress: ImportProgress) => void,
): Promise<CheckedFile> {
  const { state: accepted } = await commands.load(backupKeysStream, backupKeysFold)
  const verified = await verifyBackupFile(file.open(), {
    now: clock(),
    createBoardFold,
    originOf: (key) => (key === fileSigner.fingerprint ? 'own' : accepted.has(key) ? 'accepted' : 'unknown'),
    onProgress: ({ events, total }) => onProgress({ step: 'verifying', events, total }),
  })
  await requireAdmins(commands, verified)
  const signerName = accepted.get(verified.signedBy ?? '')?.name
  return { ...verified, ...(signerName !== undefined && { signerName }) }
}

/**
 * Throws `DamagedFile` if a participant did what only admins can. Admins who are unknown here did not also take part: operators make
 * participants admins, but rarely.
 */
async function requireAdmins(commands: Commands, { admins, origin }: VerifiedFile): Promise<void> {
  if (origin !== 'unknown') return
  for (const { id, isParticipant } of admins) {
    const kind = await loadAccountKind(commands, id)
    if (kind === 'participant' || (kind === undefined && isParticipant))
      throw new DamagedFile(say('noAdmin', { id }))
  }
}
