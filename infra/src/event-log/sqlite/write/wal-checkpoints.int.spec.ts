import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openTestLog, textEvent, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { writeHeadAnchorSync } from '../head-anchor.ts'
import { openForWriting } from '../database.ts'
import { requireIntactLog } from '../verify-and-recover/verify.ts'

const events = 120
const anchored = 70
const places = 40

test('of a damaged WAL all is left up to the anchor, or the start is refused', async () => {
  const source = await killedFolder()
  const hashes = readHashes(source)
  const wal = await readFile(join(source, 'events.db-wal'))
  const verdicts = new Set<string>()
  for (let place = 0; place < places; place++) {
    const at = Math.floor((wal.length * place) / places)
    for (const damaged of [wal.subarray(0, at), flipped(wal, at), zeroed(wal, at)])
      verdicts.add(await openDamaged(source, damaged, hashes))
  }
  // Each of the three, or this test says nothing.
  expect([...verdicts].sort()).toEqual(['refused', 'shorter', 'whole'])
})

test('the WAL does not grow without end', async () => {
  const folder = await temporaryFolder()
  const log = await openTestLog(folder)
  for (let round = 0; round < 200; round++)
    await Promise.all(
      [0, 1, 2, 3].map((stream) => log.append(`thing-${stream}`, [textEvent('x'.repeat(50_000))], 'any')),
    )
  expect((await stat(join(folder, 'events.db-wal'))).size).toBeLessThan(32_000_000)
  expect((await stat(join(folder, 'events.db'))).size).toBeGreaterThan(10_000_000)
})

/** The files as they are found after a kill: the newest events are only in the WAL. */
async function killedFolder() {
  const [alive, killed] = [await temporaryFolder(), await temporaryFolder()]
  const log = await openTestLog(alive)
  for (let word = 1; word <= events; word++)
    await log.append(`thing-${word % 5}`, [textEvent(`word ${word}`)], 'any')
  for (const file of ['events.db', 'events.db-wal']) await copyFile(join(alive, file), join(killed, file))
  return killed
}

function readHashes(folder: string) {
  using db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  return db
    .prepare('SELECT hash FROM events ORDER BY position')
    .all()
    .map(({ hash }) => String(hash))
}

/** Opens the log with this WAL and an anchor in its midst. */
async function openDamaged(source: string, wal: Buffer, hashes: readonly string[]): Promise<string> {
  const folder = await temporaryFolder()
  await copyFile(join(source, 'events.db'), join(folder, 'events.db'))
  await writeFile(join(folder, 'events.db-wal'), wal)
  writeHeadAnchorSync(folder, { position: anchored, hash: hashes[anchored - 1] ?? '' })
  using db = openForWriting(join(folder, 'events.db'))
  try {
    const { position, hash } = requireIntactLog(db, folder)
    if (hash !== hashes[position - 1] || position < anchored) return `a wrong log that ends at ${position}`
    return position === events ? 'whole' : 'shorter'
  } catch (error) {
    return /is damaged\. .* npm run ops -- log accept/.test(String(error)) ? 'refused' : String(error)
  }
}

function flipped(wal: Buffer, at: number) {
  const copy = Buffer.from(wal)
  copy.writeUInt8(copy.readUInt8(at) ^ 16, at)
  return copy
}

const zeroed = (wal: Buffer, at: number) => Buffer.from(wal).fill(0, at, at + 512)
