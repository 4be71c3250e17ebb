import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { textEvent } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { writeHeadAnchorSync } from '../head-anchor.ts'
import { openForWriting } from '../database.ts'
import { requireIntactLog } from '../verify-and-recover/verify.ts'

const events = 120
const anchorPosition = 70
/** Places in the WAL that are damaged. A campaign damages more: DAMAGED_OFFSETS=1000. */
const damagedOffsets = Number(process.env['DAMAGED_OFFSETS'] ?? 40)

test(
  'opens a log with a damaged WAL with all events up to the anchor, or refuses to open it',
  { timeout: 20_000 + damagedOffsets * 300 },
  async () => {
    const source = await killedFolder()
    const hashes = readHashes(source)
    const wal = await readFile(join(source, 'events.db-wal'))
    const outcomes = new Set<string>()
    for (let step = 0; step < damagedOffsets; step++) {
      const offset = Math.floor((wal.length * step) / damagedOffsets)
      for (const damaged of [wal.subarray(0, offset), flipBit(wal, offset), clearBytes(wal, offset)])
        outcomes.add(await openDamaged(source, damaged, hashes))
    }
    // All three outcomes must occur, otherwise the test proves nothing.
    expect([...outcomes].sort()).toEqual(['complete', 'refused', 'shorter'])
  },
)

test('the size of the WAL is bounded', async () => {
  const folder = await temporaryFolder()
  const log = await openTestLog(folder)
  for (let round = 0; round < 200; round++)
    await Promise.all(
      [0, 1, 2, 3].map((stream) => appendToEnd(log, `thing-${stream}`, [textEvent('x'.repeat(50_000))])),
    )
  expect((await stat(join(folder, 'events.db-wal'))).size).toBeLessThan(32_000_000)
  expect((await stat(join(folder, 'events.db'))).size).toBeGreaterThan(10_000_000)
})

/** The files after a kill: the newest events are only in the WAL. */
async function killedFolder() {
  const [alive, killed] = [await temporaryFolder(), await temporaryFolder()]
  const log = await openTestLog(alive)
  for (let word = 1; word <= events; word++)
    await appendToEnd(log, `thing-${word % 5}`, [textEvent(`word ${word}`)])
  for (const file of ['events.db', 'events.db-wal']) await copyFile(join(alive, file), join(killed, file))
  return killed
}

function readHashes(folder: string) {
  using db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  const rows = db.prepare('SELECT hash FROM events ORDER BY position').all()
  return rows.map(({ hash }) => String(hash))
}

/** Opens the log with this WAL and an anchor in the middle. */
async function openDamaged(source: string, wal: Buffer, hashes: readonly string[]): Promise<string> {
  const folder = await temporaryFolder()
  await copyFile(join(source, 'events.db'), join(folder, 'events.db'))
  await writeFile(join(folder, 'events.db-wal'), wal)
  writeHeadAnchorSync(folder, { position: anchorPosition, hash: hashes[anchorPosition - 1] ?? '' })
  using db = openForWriting(join(folder, 'events.db'))
  try {
    const { position, hash } = requireIntactLog(db, folder)
    if (hash !== hashes[position - 1] || position < anchorPosition)
      return `a wrong log that ends at ${position}`
    return position === events ? 'complete' : 'shorter'
  } catch (error) {
    return /is damaged\. .* npm run ops -- log accept/.test(String(error)) ? 'refused' : String(error)
  }
}

function flipBit(wal: Buffer, offset: number) {
  const copy = Buffer.from(wal)
  copy.writeUInt8(copy.readUInt8(offset) ^ 16, offset)
  return copy
}

const clearBytes = (wal: Buffer, offset: number) => Buffer.from(wal).fill(0, offset, offset + 512)
