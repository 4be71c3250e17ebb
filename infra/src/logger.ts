import { secretFields } from '@thirty/contracts/api/secret-fields.ts'
import pino from 'pino'

export type Logger = pino.Logger

/** Fields whose values are never logged, up to two levels deep. */
const redactedFields = [...secretFields, 'authorization', 'cookie', 'secret']
const redactedPaths = redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export type LoggerOptions = {
  level?: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Standard output by default. */
  destination?: { write(line: string): void }
}

/** Creates a logger that writes one JSON line for each entry, with ISO times and without secrets. */
export function createLogger({ level = 'info', destination }: LoggerOptions = {}): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[secret]' },
  }
  return pino(options, destination ?? pino.destination({ fd: 1, sync: false }))
}

/** Logs nothing; for tests. */
export const silentLogger: Logger = pino({ level: 'silent' })
