import pino from 'pino'

export type Logger = pino.Logger

/** Where a secret could ride along in something that is logged. */
const secrets = ['password', 'currentPassword', 'token', 'adminKey', 'authorization', 'cookie', 'secret']
const redacted = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export type LoggerOptions = {
  level?: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  /** Where lines go; standard output when missing. */
  destination?: { write(line: string): void }
}

/** One JSON line per entry, with ISO times and without secrets. */
export function createLogger({ level = 'info', destination: to }: LoggerOptions = {}): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redacted, censor: '[secret]' },
  }
  return pino(options, to ?? pino.destination({ fd: 1, sync: false }))
}

/** Says nothing: for specs. */
export const silentLogger: Logger = pino({ level: 'silent' })
