type Change = { offset: number; bytes: Buffer } | { length: number }
type File = { synced: Buffer; unsynced: Change[] }

/**
 * Which changes without an fsync survive a power loss: none, all, a random half, or (`torn`) all but a part of the last
 * one, in sectors of 512 bytes.
 */
export const unsyncedOutcomes = ['none', 'all', 'half', 'torn'] as const
type UnsyncedOutcome = (typeof unsyncedOutcomes)[number]

const sectorBytes = 512

export type SimulatedDisk = ReturnType<typeof simulatedDisk>

/** A disk that can lose changes that were not flushed. It keeps whole files in memory. */
export function simulatedDisk() {
  const files = new Map<string, File>()
  const fileOf = (name: string) => {
    const file = files.get(name) ?? { synced: Buffer.alloc(0), unsynced: [] }
    files.set(name, file)
    return file
  }
  function sync(name: string) {
    const file = fileOf(name)
    file.synced = file.unsynced.reduce(applyChange, file.synced)
    file.unsynced = []
  }

  return {
    change: (name: string, ...changes: Change[]) => void fileOf(name).unsynced.push(...changes),
    sync,
    syncAll: () => [...files.keys()].forEach(sync),
    remove: (name: string) => void files.delete(name),
    rename(from: string, to: string) {
      files.set(to, fileOf(from))
      files.delete(from)
    },
    /** Returns the files as a power loss may leave them. `random` returns numbers from 0 to 1. */
    afterPowerLoss: (outcome: UnsyncedOutcome, random: () => number) =>
      [...files].map(
        ([name, file]) =>
          [name, survivingChanges(file, outcome, random).reduce(applyChange, file.synced)] as const,
      ),
  }
}

function survivingChanges({ unsynced }: File, outcome: UnsyncedOutcome, random: () => number): Change[] {
  if (outcome === 'none') return []
  if (outcome === 'half') return unsynced.filter(() => random() < 0.5)
  const last = unsynced.at(-1)
  if (outcome === 'all' || last === undefined || 'length' in last) return unsynced
  return [...unsynced.slice(0, -1), ...splitIntoSectors(last).filter(() => random() < 0.5)]
}

function splitIntoSectors({ offset, bytes }: { offset: number; bytes: Buffer }): Change[] {
  const sectors: Change[] = []
  for (let from = 0; from < bytes.length; from += sectorBytes)
    sectors.push({ offset: offset + from, bytes: bytes.subarray(from, from + sectorBytes) })
  return sectors
}

function applyChange(content: Buffer, change: Change): Buffer {
  const length =
    'length' in change ? change.length : Math.max(content.length, change.offset + change.bytes.length)
  const result = Buffer.alloc(length)
  content.copy(result)
  if ('bytes' in change) change.bytes.copy(result, change.offset)
  return result
}
