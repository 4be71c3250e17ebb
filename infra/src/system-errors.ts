// Tells errors of the operating system apart, of files and of the network.

/** Returns the code of a system error, such as `ENOENT`; empty for any other error, also if its code is a number. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Returns `undefined` for the error that a file does not exist; throws every other one. */
export function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

const fullDiskCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error says that a file cannot grow: the disk is full, or a limit of the user or of the process is reached. */
export const isFullDisk = (error: unknown): boolean => fullDiskCodes.has(errorCode(error))
