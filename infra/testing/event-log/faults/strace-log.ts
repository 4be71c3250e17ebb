import { basename } from 'node:path'
import type { SimulatedDisk } from './simulated-disk.ts'

/** A line that the process printed, or a disk call, in the order in which they happened. */
export type Step = string | ((disk: SimulatedDisk) => void)

/** The calls that `strace` records. With `-xx` it writes all texts as hexadecimal bytes. */
export const tracedSystemCalls = 'pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink'

const call = /^(?<pid>\d+) +(?<name>\w+)\((?<rest>.*)$/
const resumed = /^(?<pid>\d+) +<\.\.\. (?<name>\w+) resumed>/

/** Parses the output of `strace -f -y -xx -e trace=…`: the calls for files of the log, and the standard output. */
export function parseTrace(text: string): Step[] {
  const unfinished = new Map<string, string>()
  return text.split('\n').flatMap((line) => {
    const { pid = '', name = '', rest } = (call.exec(line) ?? resumed.exec(line))?.groups ?? {}
    const isSync = name.includes('sync')
    if (!isSync || rest?.endsWith('<unfinished ...>') !== true)
      return parseCall(name, rest ?? (isSync ? unfinished.get(pid) : '') ?? '', line)
    unfinished.set(pid, rest)
    return []
  })
}

function parseCall(name: string, rest: string, line: string): Step[] {
  const [first = '', second = ''] = [...rest.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => hex)
  if (name === 'rename') return [(disk) => disk.rename(fileName(first), fileName(second))]
  if (name === 'unlink') return [(disk) => disk.remove(fileName(first))]
  const bytes = parseBytes(first)
  if (name === 'write' && Number.parseInt(rest) === 1) return bytes.toString().trimEnd().split('\n')
  const file = fileName(/<([^>]*)>/.exec(rest)?.[1] ?? '')
  if (!file.startsWith('events.') || file.endsWith('-shm') || file === 'events.lock') return []
  const numbers = [...rest.matchAll(/, (\d+)/g)].map(([, number]) => Number(number))
  if (name === 'pwrite64') return [(disk) => disk.change(file, { offset: numbers[1] ?? NaN, bytes })]
  if (name === 'write') return [(disk) => disk.change(file, { length: 0 }, { offset: 0, bytes })]
  if (name === 'ftruncate') return [(disk) => disk.change(file, { length: numbers[0] ?? NaN })]
  return name.includes('sync') && line.trimEnd().endsWith('= 0') ? [(disk) => disk.sync(file)] : []
}

const parseBytes = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
const fileName = (hex: string) => basename(parseBytes(hex).toString())
