import { errorCode } from './durable-folder-sync.ts'

const codes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error says that a file cannot grow: the disk is full, or a limit of the user or of the process is reached. */
export const isFullDisk = (error: unknown): boolean => codes.has(errorCode(error))
