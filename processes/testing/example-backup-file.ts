import type { Buffer } from 'node:buffer'
import { backupFile } from '@thirty/command-api/testing/backup-files.ts'
import { boardFold } from '@thirty/projections/board-fold.ts'

let file: Promise<Buffer> | undefined

/** Returns a valid backup file of a few events, always the same. */
export const exampleBackupFile = (): Promise<Buffer> => (file ??= backupFile(boardFold))
