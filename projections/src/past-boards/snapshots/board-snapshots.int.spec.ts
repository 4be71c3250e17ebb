import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentRun } from '@thirty/contracts/rules/history.ts'
import { readBlockFile, writeBlockFile } from '@thirty/infra/files/block-file.ts'
import {
  contentOf,
  end,
  makeFolder,
  start,
  submissions,
} from '@thirty/projections/testing/board-snapshots.ts'
import { personEvents, projectEvents, userIdOf } from '@thirty/projections/testing/event-builders.ts'
import { pastSetup } from '@thirty/projections/testing/past-setup.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { recordedLog } from '@thirty/projections/testing/recorded-log.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBoardSnapshots } from './board-snapshots.ts'
import { pastBoardFormat } from '../../past-models.ts'
import type { PastBoard } from '../past-board.ts'
import { readChallenge } from '../../challenge/read-challenge.ts'

test('boards from snapshots equal a fold from the first event, whatever was read before', async () => {
  const folder = await makeFolder()
  await fc.assert(
    fc.asyncProperty(
      randomChallenges(),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      async ({ events }, picks) => {
        await rm(folder, { recursive: true, force: true })
        const positions = picks.map((pick) => BigInt(1 + (pick % events.length)) * 10n)
        for (const position of positions) {
          const withSnapshots = await start(folder, events, { maxFiles: 5 })
          const scratch = await start(join(folder, 'scratch'), events, { spacing: 1_000 })
          expect(contentOf(await withSnapshots.boardAt(position))).toEqual(
            contentOf(await scratch.boardAt(position)),
          )
          await rm(join(folder, 'scratch'), { recursive: true, force: true })
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('a board is folded from the nearest snapshot', async () => {
  const folder = await makeFolder()
  // A fold reads slices of hundreds of events, so each board here is saved at its own end.
  await (await start(folder, submissions)).boardAt(120n)
  const restarted = await start(folder, submissions)
  await restarted.boardAt(140n)
  expect(restarted.log.reads.events).toBe(2)
})

test.each([
  ['a flipped byte', (bytes: Buffer) => bytes.with(20, (bytes[20] ?? 0) ^ 1)],
  ['a missing end', (bytes: Buffer) => bytes.subarray(0, -5)],
  ['no content', () => Buffer.alloc(0)],
])('a snapshot with %s is ignored and deleted, and the log decides', async (_, damage) => {
  const folder = await makeFolder()
  const board = contentOf(await (await start(folder, submissions)).boardAt(end))
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), damage(await readFile(join(folder, name))))
  const restarted = await start(folder, submissions, { spacing: 1_000 })
  expect(contentOf(await restarted.boardAt(end))).toEqual(board)
  expect(restarted.log.reads.events).toBe(submissions.length)
  expect(await readdir(folder)).toEqual([])
})

test('a snapshot of another version or of another log is ignored', async () => {
  const folder = await makeFolder()
  await (await start(folder, submissions)).boardAt(end)
  const replaced = await start(folder, submissions, { isOtherLog: true })
  await replaced.boardAt(end)
  expect(replaced.log.reads.events).toBe(submissions.length)
  const newer = await start(folder, submissions, { version: '2', spacing: 1_000 })
  await newer.boardAt(end)
  expect(newer.log.reads.events).toBe(submissions.length)
})

test('a snapshot of the former format is ignored and deleted, and the log decides', async () => {
  const folder = await makeFolder()
  const setup = await start(folder, submissions, { spacing: 1_000 })
  const { events, last, lineage } = await setup.boardAt(end)
  const details = {
    version: pastBoardFormat('UTC').version.replace(/^\d+/, '2'),
    lineage,
    position: `${end}`,
    knownUpTo: `${end}`,
    events,
    last: { ...last, position: `${last?.position}` },
  }
  // Standings were a list of objects, each followed by a block with the projects of one participant.
  const formerBlocks = async function* () {
    yield { name: 'participants', data: Buffer.from('[["A",{"status":"active"}]]') }
    yield { name: 'projects', data: Buffer.from('{"projects":[]}') }
  }
  await writeBlockFile(folder, 'former', details, formerBlocks())
  const restarted = await start(folder, submissions, {
    version: pastBoardFormat('UTC').version,
    spacing: 1_000,
  })
  expect(await readdir(folder)).toEqual([])
  expect((await restarted.boardAt(end)).documents.size).toBe(10)
  expect(restarted.log.reads.events).toBe(submissions.length)
})

test('a snapshot whose content is not what its description says is reported, and the log decides', async () => {
  const folder = await makeFolder()
  await (await start(folder, submissions)).boardAt(end)
  const [name = ''] = await readdir(folder)
  const file = await readBlockFile(join(folder, name))
  const withoutProjects = async function* () {
    for (const block of file?.stored ?? []) if (block.name !== 'projects') yield block
  }
  await writeBlockFile(folder, name, file?.details, withoutProjects())
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const restarted = await start(folder, submissions, { spacing: 1_000, onError })
  expect((await restarted.boardAt(end)).documents.size).toBe(10)
  expect(restarted.log.reads.events).toBe(submissions.length)
  expect(await readdir(folder)).toEqual([])
  expect(errors).toHaveLength(1)
})

test('the next snapshot copies the projects of participants who did not change', async () => {
  const folder = await makeFolder()
  const names = Array.from({ length: 40 }, (_, index) => `P${String.fromCodePoint(65 + index)}`)
  const given = [
    ...names.map((name) => personEvents(name).registered({ username: name.padEnd(3, '_') })),
    // The second participant changes last.
    ...[...names.toSpliced(1, 1), names[1] ?? ''].map((name) =>
      projectEvents(name, 1).submitted({ projectName: `By ${name}` }),
    ),
  ]
  const position = BigInt(given.length * 10)
  const { boardAt } = await start(folder, given, { spacing: 1 })
  const blockOf = ({ documents }: PastBoard, name: string) => documents.get(userIdOf(name))?.stored?.block
  const blocksOf = (board: PastBoard) =>
    [names[0] ?? '', names.at(-1) ?? ''].map((name) => blockOf(board, name))
  const [first, last] = blocksOf(await boardAt(position - 10n))
  const after = await boardAt(position)
  const [firstAfter, lastAfter] = blocksOf(after)
  expect([first, last]).not.toContain(undefined)
  expect(firstAfter).not.toBe(first)
  expect(lastAfter).toBe(last)
  expect(contentOf(await (await start(folder, given)).boardAt(position))).toEqual(contentOf(after))
})

test('a snapshot that is newer than the log is ignored', async () => {
  const folder = await makeFolder()
  await (await start(folder, submissions)).boardAt(end)
  const putBack = await start(folder, submissions.slice(0, 12), { spacing: 1_000 })
  expect((await putBack.boardAt(120n)).documents.size).toBe(10)
  expect(putBack.log.reads.events).toBe(12)
})

test('snapshots hold no name, username or picture', async () => {
  const folder = await makeFolder()
  const picture = personEvents('PA').event({ type: 'ProfileImageChanged', data: { image: 'face.webp' } })
  const board = await (await start(folder, [...submissions, picture])).boardAt(end + 10n)
  expect(JSON.stringify(contentOf(board).documents)).not.toMatch(/person[ _]?a|example\.org|face\.webp/i)
  const files = await readdir(folder)
  expect(files).toHaveLength(1)
  const file = await readBlockFile(join(folder, files[0] ?? ''))
  const texts: string[] = []
  for await (const { data } of file?.blocks() ?? []) texts.push(data.toString())
  expect(texts.join()).toContain('Kanban')
  expect(texts.join()).not.toMatch(/person[ _]?a|example\.org|face\.webp/i)
})

test('the snapshots since its registration are deleted with an account', async () => {
  const folder = await makeFolder()
  const late = personEvents('Late')
  const given = [...submissions, late.registered(), projectEvents('Late', 1).submitted()]
  const running = await start(folder, given)
  await running.boardAt(200n)
  await running.boardAt(220n)
  await running.boardAt(220n - 60n)
  expect(await readdir(folder)).toHaveLength(2)
  const registered = { at: '2026-01-05T12:00:00.000Z', position: '210' }
  running.log.add(late.deleted({ registered }))
  running.log.erase(`user-${late.id}`)
  const board = await running.boardAt(220n)
  expect(board.documents.get(late.id)?.standing).toMatchObject({ score: { projects: 1 }, status: 'active' })
  expect(running.log.reads.events).toBeGreaterThan(submissions.length)
})

test('a deletion while no process ran is noticed at the next start', async () => {
  const folder = await makeFolder()
  const late = personEvents('Late')
  const given = [
    ...submissions,
    late.registered(),
    late.status('inactive'),
    projectEvents('Late', 1).submitted(),
  ]
  await (await start(folder, given)).boardAt(230n)
  const registered = { at: '2026-01-05T12:00:00.000Z', position: '210' }
  const restarted = await start(folder, [...given, late.deleted({ registered, status: 'inactive' })])
  restarted.log.erase(`user-${late.id}`)
  // As in a fold from the first event: the log no longer knows that the account was inactive then.
  expect((await restarted.boardAt(230n)).documents.get(late.id)?.standing).toMatchObject({ status: 'active' })
})

test('the number and the size of snapshots are bounded, and the newest stays', async () => {
  const folder = await makeFolder()
  const running = await start(folder, submissions, { spacing: 1, maxFiles: 4 })
  for (let position = 10n; position <= end; position += 10n) await running.boardAt(position)
  const positions = (await readdir(folder))
    .map((name) => Number(name.split('-')[1]))
    .toSorted((a, b) => a - b)
  expect(positions).toHaveLength(4)
  expect(positions.at(-1)).toBe(Number(end))
  const small = await start(folder, submissions, { spacing: 1, maxBytes: 1 })
  await small.boardAt(end - 10n)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a full disk is reported, and the board is there nevertheless', async () => {
  const folder = await makeFolder()
  const errors: unknown[] = []
  const snapshots = await openBoardSnapshots({
    folder,
    log: recordedLog(submissions),
    format: pastBoardFormat('UTC'),
    spacing: 4,
    onError: (error) => errors.push(error),
  })
  await rm(folder, { recursive: true })
  const { boards, log } = await pastSetup(submissions, { snapshots })
  const challenge = await readChallenge(log)
  const board = await boards.at(currentRun(challenge.runs).history, end, challenge, { isInBackground: true })
  expect(board.documents.size).toBe(10)
  expect(errors).toHaveLength(1)
})
