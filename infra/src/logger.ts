// Creates a logger that writes one JSON line for each entry, with ISO times and without secrets; or readable text.

import { secretFields } from '@thirty/contracts/endpoints/secret-fields.ts'
import pino from 'pino'
import { readableLine } from './readable-log.ts'

export type Logger = pino.Logger

/** Fields whose values are never logged, up to two levels deep. */
const redactedFields = [...secretFields, 'authorization', 'cookie', 'secret']
const redactedPaths = redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export type LoggerOptions = {
  level?: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Standard output by default. */
  destination?: { write(line: string): void }
  /** Writes readable text in place of JSON: where standard output is a terminal, by default. */
  isReadable?: boolean
}

export function createLogger({
  level = 'info',
  destination,
  isReadable = destination === undefined && process.stdout.isTTY,
}: LoggerOptions = {}): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[secret]' },
  }
  if (!isReadable) return pino(options, destination ?? pino.destination({ fd: 1, sync: false }))
  const terminal = destination ?? process.stdout
  return pino(options, { write: (line) => void terminal.write(readableLine(line)) })
}

/** Returns a function that logs an error as a warning. */
export const warning = (logger: Logger, message: string) => (error: unknown) =>
  logger.warn({ err: error }, message)

/** Logs nothing; for tests. */
export const silentLogger: Logger = pino({ level: 'silent' })
