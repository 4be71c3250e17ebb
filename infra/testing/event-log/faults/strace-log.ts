import { basename } from 'node:path'

/** A disk call, or a line that the process printed, in the order in which they happened. */
export type TraceEntry =
  | { kind: 'write'; file: string; offset: number; bytes: Buffer }
  | { kind: 'truncated'; file: string; length: number }
  | { kind: 'synced'; file: string }
  | { kind: 'renamed'; from: string; to: string }
  | { kind: 'removed'; file: string }
  | { kind: 'printed'; line: string }

/** The calls that `strace` records. With `-xx` it writes all texts as hexadecimal bytes. */
export const tracedSystemCalls = 'pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink'

const call = /^(?<pid>\d+) +(?<name>\w+)\((?<rest>.*)$/
const resumed = /^(?<pid>\d+) +<\.\.\. (?<name>\w+) resumed>/

/** Parses the output of `strace -f -y -xx -e trace=…`: the calls for files of the log, and the standard output. */
export function parseTrace(text: string): TraceEntry[] {
  const entries: TraceEntry[] = []
  const unfinished = new Map<string, string>()
  for (const line of text.split('\n')) {
    const { pid = '', name = '', rest } = (call.exec(line) ?? resumed.exec(line))?.groups ?? {}
    if (rest?.endsWith('<unfinished ...>') === true && name.includes('sync')) unfinished.set(pid, rest)
    else
      entries.push(...parseCall(name, rest ?? (name.includes('sync') ? unfinished.get(pid) : '') ?? '', line))
  }
  return entries
}

function parseCall(name: string, rest: string, line: string): TraceEntry[] {
  const [first = '', second = ''] = [...rest.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => hex)
  if (name === 'rename') return [{ kind: 'renamed', from: fileName(first), to: fileName(second) }]
  if (name === 'unlink') return [{ kind: 'removed', file: fileName(first) }]
  const descriptor = Number.parseInt(rest)
  if (name === 'write' && descriptor === 1)
    return parseBytes(first)
      .toString()
      .trimEnd()
      .split('\n')
      .map((printed) => ({ kind: 'printed', line: printed }))
  const file = fileName(/<([^>]*)>/.exec(rest)?.[1] ?? '')
  if (!file.startsWith('events.') || file.endsWith('-shm') || file === 'events.lock') return []
  const numbers = [...rest.matchAll(/, (\d+)/g)].map(([, number]) => Number(number))
  if (name === 'pwrite64')
    return [{ kind: 'write', file, offset: numbers[1] ?? NaN, bytes: parseBytes(first) }]
  if (name === 'write')
    return [
      { kind: 'truncated', file, length: 0 },
      { kind: 'write', file, offset: 0, bytes: parseBytes(first) },
    ]
  if (name === 'ftruncate') return [{ kind: 'truncated', file, length: numbers[0] ?? NaN }]
  if (name.includes('sync') && line.trimEnd().endsWith('= 0')) return [{ kind: 'synced', file }]
  return []
}

const parseBytes = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const fileName = (hex: string) => basename(parseBytes(hex).toString())
