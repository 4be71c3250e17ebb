import type { TraceEntry } from './strace-log.ts'

type Change = { at: number; bytes: Buffer } | { length: number }
type File = { kept: Buffer; unsynced: Change[] }

/** What becomes of changes that no fsync covered. `torn`: the last one only in part, in sectors of 512 bytes. */
export const unsyncedOutcomes = ['none', 'all', 'half', 'torn'] as const
export type UnsyncedOutcome = (typeof unsyncedOutcomes)[number]

const sector = 512

/** A disk that forgets what was not flushed. Files are small: their contents are held whole. */
export function simulatedDisk() {
  const files = new Map<string, File>()
  const fileOf = (name: string) => {
    const file = files.get(name) ?? { kept: Buffer.alloc(0), unsynced: [] }
    files.set(name, file)
    return file
  }

  return {
    apply(happening: TraceEntry) {
      if (happening.kind === 'write')
        fileOf(happening.file).unsynced.push({ at: happening.at, bytes: happening.bytes })
      else if (happening.kind === 'cut') fileOf(happening.file).unsynced.push({ length: happening.length })
      else if (happening.kind === 'synced') sync(fileOf(happening.file))
      else if (happening.kind === 'removed') files.delete(happening.file)
      else if (happening.kind === 'renamed') {
        files.set(happening.to, fileOf(happening.from))
        files.delete(happening.from)
      }
    },
    /** Everything so far is safe. */
    syncAll: () => files.forEach(sync),
    /** The files as they may be found after a power loss. `chance` gives numbers from 0 to 1. */
    afterPowerLoss(fate: UnsyncedOutcome, chance: () => number): Map<string, Buffer> {
      return new Map(
        [...files].map(([name, file]) => [name, survivors(file, fate, chance).reduce(changed, file.kept)]),
      )
    },
  }
}

function sync(file: File) {
  file.kept = file.unsynced.reduce(changed, file.kept)
  file.unsynced = []
}

function survivors({ unsynced }: File, fate: UnsyncedOutcome, chance: () => number): Change[] {
  if (fate === 'none') return []
  if (fate === 'half') return unsynced.filter(() => chance() < 0.5)
  const last = unsynced.at(-1)
  if (fate === 'all' || last === undefined || 'length' in last) return unsynced
  return [...unsynced.slice(0, -1), ...sectorsOf(last).filter(() => chance() < 0.5)]
}

function sectorsOf({ at, bytes }: { at: number; bytes: Buffer }): Change[] {
  const parts: Change[] = []
  for (let from = 0; from < bytes.length; from += sector)
    parts.push({ at: at + from, bytes: bytes.subarray(from, from + sector) })
  return parts
}

function changed(content: Buffer, change: Change): Buffer {
  const length =
    'length' in change ? change.length : Math.max(content.length, change.at + change.bytes.length)
  const result = Buffer.alloc(length)
  content.copy(result)
  if ('bytes' in change) change.bytes.copy(result, change.at)
  return result
}
