import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { cp, mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { openForWriting } from '@thirty/infra/event-log/sqlite/database.ts'
import { requireIntactLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/verify.ts'
import { unsyncedOutcomes, simulatedDisk } from './simulated-disk.ts'
import { parseTrace, tracedSystemCalls, type Step } from './strace-log.ts'

// node infra/testing/event-log/faults/power-loss.ts [--states 2000] [--appends 400] [--seed 1]
// Records every disk call of a writing log with strace (needs Linux), then simulates power losses at random moments: no
// acknowledged event may be lost, and the log must always open. As a control, the same with synchronous=NORMAL must
// lose something.

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '2000' },
    appends: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})

/** A change to the source code: a file below `infra/src/event-log`, the text to find and its replacement. */
type SourceChange = [file: string, find: string, replacement: string]

/** A small WAL, so that it is checkpointed many times during the recording. */
const smallWal: SourceChange[] = [
  ['sqlite/write/wal-checkpoints.ts', 'maxPages = 2000', 'maxPages = 40'],
  ['sqlite/write/wal-checkpoints.ts', 'checkEvery = 16', 'checkEvery = 2'],
]
const unsafe: SourceChange[] = [
  ['sqlite/database.ts', 'synchronous = FULL', 'synchronous = NORMAL'],
  ['sqlite/database.ts', "'synchronous', 2", "'synchronous', 1"],
]

const infra = join(import.meta.dirname, '../../..')
// A folder in memory: the trace records the flushes, not the real disk.
const folder = await mkdtemp('/dev/shm/power-loss-')
const full = await run('full', smallWal)
const normal = await run('normal', [...smallWal, ...unsafe])
await rm(folder, { recursive: true, force: true })
console.table({ FULL: full, NORMAL: normal })
if (full.lost + full.refused > 0) throw new Error('The log lost acknowledged events or did not open.')
if (normal.lost === 0) throw new Error('Nothing was lost with NORMAL either: this program proves nothing.')

async function run(name: string, changes: readonly SourceChange[]) {
  const source = await copyPatchedSource(join(folder, name), changes)
  const trace = join(folder, `${name}.trace`)
  const writer = [
    process.execPath,
    join(import.meta.dirname, 'writer-process.ts'),
    join(folder, name, 'data'),
    '0',
    values.appends,
    join(source, 'sqlite.ts'),
  ]
  const strace = ['-f', '-y', '-xx', '-s', '100000', '-o', trace, '-e', `trace=${tracedSystemCalls}`]
  await promisify(execFile)('strace', [...strace, ...writer])
  return replay(parseTrace(await readFile(trace, 'latin1')), join(folder, name, 'state'))
}

/**
 * Copies the source code of `infra` into a folder, changes the copy, and returns the path of its `event-log` folder.
 * Throws when a change does not find its text: a fault program that runs the unchanged code proves nothing.
 */
async function copyPatchedSource(folder: string, changes: readonly SourceChange[]): Promise<string> {
  await mkdir(folder, { recursive: true })
  await cp(join(infra, 'src'), join(folder, 'src'), { recursive: true })
  await symlink(join(infra, '../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const eventLog = join(folder, 'src/event-log')
  for (const [file, find, replacement] of changes) {
    const text = await readFile(join(eventLog, file), 'utf8')
    if (!text.includes(find)) throw new Error(`${file} does not contain "${find}".`)
    await writeFile(join(eventLog, file), text.replaceAll(find, replacement))
  }
  return eventLog
}

async function replay(steps: readonly Step[], stateFolder: string) {
  const random = seededRandom(values.seed)
  const start = steps.findIndex((step) => typeof step === 'string')
  const moments = Array.from(
    { length: Number(values.states) },
    () => start + Math.floor(random() * (steps.length - start)),
  )
  const disk = simulatedDisk()
  const count = { states: moments.length, lost: 0, refused: 0, mostLost: 0 }
  let [index, acknowledged] = [0, 0]
  for (const moment of moments.sort((a, b) => a - b)) {
    for (const step of steps.slice(index, moment)) {
      if (index++ === start) disk.syncAll()
      if (typeof step === 'string') acknowledged = Math.max(acknowledged, acknowledgedPosition(step))
      else step(disk)
    }
    const outcome = unsyncedOutcomes[Math.floor(random() * unsyncedOutcomes.length)] ?? 'none'
    const head = await openAfter(disk.afterPowerLoss(outcome, random), stateFolder)
    if (head === undefined) count.refused++
    else if (head < acknowledged) count.lost++
    count.mostLost = Math.max(count.mostLost, acknowledged - (head ?? acknowledged))
  }
  return count
}

/** Opens a log with these files and returns its last position; `undefined` when the log does not open. */
async function openAfter(files: (readonly [string, Buffer])[], folder: string): Promise<number | undefined> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
  using db = openForWriting(join(folder, 'events.db'))
  try {
    return requireIntactLog(db, folder).position
  } catch (error) {
    console.error(String(error))
    return undefined
  }
}

/** Returns a generator of numbers from 0 to 1 that are the same in every run. */
function seededRandom(seed: string) {
  let count = 0
  return () => Number.parseInt(hash('sha256', `${seed} ${count++}`).slice(0, 8), 16) / 2 ** 32
}

/** The position in an acknowledgement; 0 for any other printed line. */
function acknowledgedPosition(line: string) {
  return Number(/^ACK .* (\d+)$/.exec(line)?.[1] ?? 0)
}
