import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../clock.ts'
import { readAnchor, writeAnchorSync } from './anchor.ts'
import type { Anchor } from './anchor.ts'
import { lockFolder } from './lock.ts'
import { rebuild } from './rebuild.ts'
import { salvage, salvageStreams } from './salvage.ts'
import type { Salvaged } from './salvage.ts'
import { openForReading, openForWriting } from './schema.ts'
import { verify } from './verify.ts'

/** Positions of lost events, both ends included. */
export type Loss = { from: bigint; to: bigint }

/** `fault` is the first thing that is wrong, as a sentence; `lost` is what `acceptLoss` would give up. */
export type Inspection = { events: number; head: bigint; fault?: string; lost: Loss[] }

/** `setAside` is the folder with the damaged files as they were. */
export type Acceptance = { lost: Loss[]; setAside: string }

const database = 'events.db'

/** Verifies the log of a folder without changing it; it may be in use. Throws when there is none, or it is no database. */
export function inspectLog(folder: string): Inspection {
  const { anchor, fault } = tryAnchor(folder)
  using db = openForReading(join(folder, database))
  const findings = verify(db, anchor)
  const found = { events: findings.events, head: BigInt(findings.head.position || -1) }
  const wrong = fault ?? findings.fault
  if (wrong === undefined) return { ...found, lost: [] }
  const lost: Loss[] = []
  for (const event of salvage(db, salvageStreams(db), lastPosition(db, anchor))) note(lost, event)
  return { ...found, fault: wrong, lost }
}

/**
 * Goes on without what is lost: writes a new log with everything that is whole, at the positions it had, and a new
 * anchor. The damaged files are set aside, not deleted. `undefined` when nothing was wrong. The log must not be in use.
 */
export function acceptLoss(folder: string, clock: Clock): Acceptance | undefined {
  const unlock = lockFolder(folder)
  try {
    if (!existsSync(join(folder, database))) openForWriting(join(folder, database)).close()
    if (inspectLog(folder).fault === undefined) return undefined
    const { head, lost } = writeAnew(folder)
    const setAside = setOldAside(folder, clock)
    renameSync(join(folder, draft), join(folder, database))
    writeAnchorSync(folder, head)
    return { lost, setAside }
  } finally {
    unlock()
  }
}

const draft = 'events.new.db'

function writeAnew(folder: string): { head: Anchor; lost: Loss[] } {
  for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, draft + ending), { force: true })
  using db = openForReading(join(folder, database))
  const streams = salvageStreams(db)
  const lost: Loss[] = []
  const events = salvage(db, streams, lastPosition(db, tryAnchor(folder).anchor))
  return { head: rebuild(join(folder, draft), streams, noting(lost, events)), lost }
}

function setOldAside(folder: string, clock: Clock) {
  const aside = join(folder, `damaged-${new Date(clock()).toISOString().replaceAll(':', '-')}`)
  mkdirSync(aside)
  if (existsSync(join(folder, 'events.head')))
    copyFileSync(join(folder, 'events.head'), join(aside, 'events.head'))
  for (const file of [database, `${database}-wal`])
    if (existsSync(join(folder, file))) renameSync(join(folder, file), join(aside, file))
  rmSync(join(folder, `${database}-shm`), { force: true })
  return aside
}

function tryAnchor(folder: string): { anchor?: Anchor; fault?: string } {
  try {
    const anchor = readAnchor(folder)
    return anchor === undefined ? {} : { anchor }
  } catch (error) {
    return { fault: String(error) }
  }
}

/** The log may once have been longer than what can be read of it. */
function lastPosition(db: DatabaseSync, anchor: Anchor | undefined) {
  const reached = anchor?.position ?? 0
  try {
    return Math.max(
      reached,
      Number(db.prepare('SELECT max(position) AS last FROM events').get()?.['last'] ?? 0),
    )
  } catch {
    return reached
  }
}

function* noting(lost: Loss[], events: Iterable<Salvaged>) {
  for (const event of events) {
    note(lost, event)
    yield event
  }
}

function note(lost: Loss[], { kind, position }: Salvaged) {
  if (kind === 'kept') return
  const last = lost.at(-1)
  if (last?.to === BigInt(position) - 1n) last.to++
  else lost.push({ from: BigInt(position), to: BigInt(position) })
}
