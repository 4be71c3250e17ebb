/** Content type of a backup file. */
export const backupFileType = 'application/gzip'

/** Maximum size of a backup file: a history of several million events. */
export const maxBackupFileBytes = 1024 ** 3
