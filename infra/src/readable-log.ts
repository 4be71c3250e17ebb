/** A line as `createLogger` writes it. */
type Entry = Record<string, unknown> & {
  level: string
  time: string
  msg?: string
  err?: { stack?: string; message?: string }
}

/** Fields of a line that are shown in a place of their own, or not at all. */
const ownPlace: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'err'])

/** Control characters in logged data must not reach a terminal, nor begin a new line. */
const escaped = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) =>
    JSON.stringify(character).slice(1, -1).replace('\u007f', '\\u007f'),
  )

/** Returns a JSON line of the log as text for a person: time, level, message, fields, and the stack of an error below. */
export function readableLine(line: string): string {
  const entry: Entry = JSON.parse(line)
  const time = new Date(entry.time)
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  const fields = Object.entries(entry)
    .filter(([name]) => !ownPlace.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? escaped(value) : JSON.stringify(value)}`)
  const level = entry.level.padEnd(5)
  const first = [`${clock} ${level} ${escaped(entry.msg ?? '')}`, ...fields].join('  ')
  return `${[first, ...stackOf(entry.err)].join('\n')}\n`
}

const stackOf = (error: Entry['err']): string[] =>
  error === undefined
    ? []
    : (error.stack ?? error.message ?? '').split('\n').map((line) => `    ${escaped(line.trim())}`)
