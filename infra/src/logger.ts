// Creates a logger that writes one JSON line for each entry, with ISO times and without secrets; or readable text.

import { secretFields } from '@thirty/contracts/endpoints/secret-fields.ts'
import pino from 'pino'

export type Logger = pino.Logger

/** Fields whose values are never logged, up to two levels deep. */
const redactedFields = [...secretFields, 'authorization', 'cookie', 'secret']
const redactedPaths = [
  ...redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  // An error of Redis has the arguments of its command: also the password with which a connection begins.
  '*.command.args',
]

export function createLogger({
  level = 'info',
  destination,
  isReadable = destination === undefined && process.stdout.isTTY,
}: {
  level?: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Standard output by default. */
  destination?: { write(line: string): void }
  /** Writes readable text in place of JSON: where standard output is a terminal, by default. */
  isReadable?: boolean
} = {}): Logger {
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

/** A line as `createLogger` writes it. */
type Entry = Record<string, unknown> & {
  level: string
  time: string
  msg?: string
  err?: { stack?: string; message?: string }
}

/** Fields of a line that are shown in a separate place, or not at all. */
const ownPlace: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'err'])

/** Characters of logged data that must not reach a terminal: they command it, begin a new line, or turn the direction of a text. */
const escaped = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns a line as text: time, level, message, fields, and the stack of an error below. */
function readableLine(line: string): string {
  const entry: Entry = JSON.parse(line)
  const time = new Date(entry.time)
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  const fields = Object.entries(entry)
    .filter(([name]) => !ownPlace.has(name))
    .map(([name, value]) => escaped(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`))
  const level = entry.level.padEnd(5)
  const first = [`${clock} ${level} ${escaped(entry.msg ?? '')}`, ...fields].join('  ')
  return `${[first, ...stackOf(entry.err)].join('\n')}\n`
}

const stackOf = (error: Entry['err']): string[] =>
  error === undefined
    ? []
    : (error.stack ?? error.message ?? '').split('\n').map((line) => `    ${escaped(line.trim())}`)
