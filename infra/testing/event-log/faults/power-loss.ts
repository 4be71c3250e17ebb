import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openForWriting } from '@thirty/infra/event-log/sqlite/database.ts'
import { requireIntactLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/verify.ts'
import { unsyncedOutcomes, simulatedDisk } from './simulated-disk.ts'
import { copyPatchedSource } from './patched-source.ts'
import type { SourceChange } from './patched-source.ts'
import { parseTrace, tracedSystemCalls } from './strace-log.ts'
import type { TraceEntry } from './strace-log.ts'

// node infra/testing/event-log/faults/power-loss.ts [--states 2000] [--appends 400] [--seed 1]
// Records every disk call of a writing log with strace (Linux), then replays power losses at random moments: nothing
// acknowledged may be missing, and no start may be refused. The same with synchronous=NORMAL must lose something.

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '2000' },
    appends: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})

/** A small WAL, so that it is written back many times while the record runs. */
const smallWal: SourceChange[] = [
  ['sqlite/wal.ts', 'mostPages = 2000', 'mostPages = 40'],
  ['sqlite/wal.ts', 'every = 16', 'every = 2'],
]
const careless: SourceChange[] = [
  ['sqlite/schema.ts', 'synchronous = FULL', 'synchronous = NORMAL'],
  ['sqlite/schema.ts', "'synchronous', 2", "'synchronous', 1"],
]

// In memory: what is flushed is known from the record, not from the disk.
const folder = await mkdtemp('/dev/shm/power-loss-')
const full = await run('full', smallWal)
const normal = await run('normal', [...smallWal, ...careless])
await rm(folder, { recursive: true, force: true })
console.table({ FULL: full, NORMAL: normal })
if (full.lost + full.refused > 0) throw new Error('The log lost events that it had acknowledged.')
if (normal.lost === 0) throw new Error('Nothing was lost with NORMAL either: this program proves nothing.')

async function run(name: string, changes: readonly SourceChange[]) {
  const source = await copyPatchedSource(join(folder, name), changes)
  const trace = join(folder, `${name}.trace`)
  const writer = [
    process.execPath,
    join(source, 'faults/writer.ts'),
    join(folder, name, 'data'),
    values.appends,
  ]
  await promisify(execFile)('strace', [
    '-f',
    '-y',
    '-xx',
    '-s',
    '100000',
    '-o',
    trace,
    '-e',
    `trace=${tracedSystemCalls}`,
    ...writer,
  ])
  return replay(parseTrace(await readFile(trace, 'latin1')), join(folder, name, 'state'))
}

async function replay(happenings: readonly TraceEntry[], place: string) {
  const chance = seeded(Number(values.seed))
  const start = happenings.findIndex(({ kind }) => kind === 'said')
  const moments = Array.from(
    { length: Number(values.states) },
    () => start + Math.floor(chance() * (happenings.length - start)),
  )
  const disk = simulatedDisk()
  const count = { states: moments.length, lost: 0, refused: 0, mostLost: 0 }
  let [now, promised] = [0, 0]
  for (const moment of moments.sort((one, other) => one - other)) {
    for (; now < moment; now++) {
      const happening = happenings[now]
      if (happening === undefined) break
      if (now === start) disk.syncAll()
      disk.apply(happening)
      if (happening.kind === 'said') promised = Math.max(promised, positionIn(happening.line))
    }
    const fate = unsyncedOutcomes[Math.floor(chance() * unsyncedOutcomes.length)] ?? 'none'
    const found = await openAfter(disk.afterPowerLoss(fate, chance), place)
    if (found === undefined) count.refused++
    else if (found < promised) count.lost++
    count.mostLost = Math.max(count.mostLost, promised - (found ?? promised))
  }
  return count
}

/** Where the log ends; `undefined` when its start is refused. */
async function openAfter(files: ReadonlyMap<string, Buffer>, place: string): Promise<number | undefined> {
  await rm(place, { recursive: true, force: true })
  await mkdir(place)
  for (const [name, bytes] of files) await writeFile(join(place, name), bytes)
  using db = openForWriting(join(place, 'events.db'))
  try {
    return requireIntactLog(db, place).position
  } catch (error) {
    console.error(String(error))
    return undefined
  }
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The position that an acknowledgement names; 0 for anything else that was said. */
function positionIn(line: string) {
  return Number(/^ACK (\d+)$/.exec(line)?.[1] ?? 0)
}
