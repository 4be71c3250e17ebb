import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveToRun } from '@thirty/contracts/backups/portable-events.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import {
  backupFile,
  exampleHistory,
  fileProject,
  orderedFold,
} from '@thirty/command-api/testing/backup-files.ts'
import { resetTo } from '@thirty/command-api/testing/challenge-events.ts'
import { interruptionsOf, logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import type { CheckedEvent } from './check-event.ts'
import { backupImporter } from './import-backup.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')
const clock = () => now
const file = await backupFile(orderedFold)

/** Opens a log in a new folder. */
async function openLog(): Promise<EventLog> {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-import-'))
  const log = await openSqliteLog({
    folder,
    onFailure: (error) => {
      throw error
    },
  })
  onTestFinished(async () => {
    await log.close()
    await rm(folder, { recursive: true })
  })
  return log
}

let commandCount = 0

/** Returns the import of a process over a log. */
function importerOver(log: EventLog, findExported = async (): Promise<string | undefined> => undefined) {
  const importBackup = backupImporter({
    commands: createCommands({ log, clock }),
    log,
    clock,
    createBoardFold: orderedFold,
    findExported,
    fileSigner: testSigner(1),
  })
  return (content: Uint8Array = file, mayBeUnknown = true) => {
    const command = { id: `0198c0de-0000-7000-8000-${String((commandCount += 1)).padStart(12, '0')}` }
    const open = async function* () {
      for (let start = 0; start < content.length; start += 500) yield content.subarray(start, start + 500)
    }
    return importBackup({ open, mayBeUnknown }, { actor: admin, correlation: 'a-correlation', command })
  }
}

const eventsIn = (log: EventLog): Promise<RecordedEvent[]> => collectBatches(log.readAll())

const append = (log: EventLog, ...events: readonly ChallengeEvent[]) =>
  log.append(
    'challenge',
    events.map(({ type, data }) => createNewEvent(type, data, { at: now, run: 1 })),
    'none',
  )

/** Returns what an import leaves in the log, without ids and positions. */
const contentOf = (events: readonly RecordedEvent[]) =>
  events.map(({ stream, revision, type, at, data, metadata: { actor, run } }) => ({
    stream,
    revision,
    type,
    at,
    data,
    actor,
    run,
  }))

const [project, bens] = [fileProject(ana, 1), fileProject(ben, 1)]
const approvedBy = (by: string) => ({ ...project.approved(), actor: by, data: { by } })
const ratedLikeAnAdmin = (by: string) => {
  const { data } = project.rated()
  return { ...project.rated(), actor: by, data: { ...(data as object), rater: by } }
}
const removedBy = (by: string) => [project.commented(cleo, 1), project.commentRemoved(by, 1)]
const registered = (log: EventLog, user: string, role: 'participant' | 'admin') => {
  const data = { fullName: 'Ben', username: 'ben', email: 'ben@people.example', role }
  return log.append(`user-${user}`, [createNewEvent('UserRegistered', data, { at: now })], 'none')
}

test.each<[string, readonly object[]]>([
  ['reviews', [approvedBy(ben)]],
  ['reviews their own project', [approvedBy(ana)]],
  ['rates officially', [ratedLikeAnAdmin(ben)]],
  ['removes the comment of another person', removedBy(ben)],
])('a file in which a participant %s is refused before the first write', async (_label, events) => {
  const [here, elsewhere] = [await openLog(), await openLog()]
  await registered(here, ben, 'participant')
  await registered(here, ana, 'participant')
  const content = await backupFile(orderedFold, [project.submitted(), ...events])
  const before = await here.head()
  await expect(importerOver(here)(content)).rejects.toThrow('has reviewed or rated like an admin')
  expect(await here.head()).toBe(before)
  // Where nobody of the file is known, its participants are not admins.
  const withProject = await backupFile(orderedFold, [bens.submitted(), project.submitted(), ...events])
  await expect(importerOver(elsewhere)(withProject)).rejects.toThrow(DamagedFile)
  expect(await eventsIn(elsewhere)).toEqual([])
})

test('a participant who became an admin later may have reviewed', async () => {
  const log = await openLog()
  await registered(log, ben, 'participant')
  await log.append(`user-${ben}`, [createNewEvent('AdminRightsGranted', {}, { at: now })], 0)
  const content = await backupFile(orderedFold, [bens.submitted(), project.submitted(), approvedBy(ben)])
  await expect(importerOver(log)(content)).resolves.toMatchObject({ wasThere: false })
})

test('appends the history to the streams of a new run, and lists the backup', async () => {
  const log = await openLog()
  await append(log, ...resetTo(2, 'b1', 1))
  const imported = await importerOver(log)()
  expect(imported).toMatchObject({ wasThere: false, file: { events: exampleHistory.length } })
  const events = (await eventsIn(log)).slice(2)
  expect(events[0]).toMatchObject({
    type: 'BackupImportStarted',
    data: { run: 3 },
    metadata: { actor: admin },
  })
  const moved = exampleHistory
    .filter(({ stream }) => stream !== 'challenge')
    // Safe: all of them are events of a backup file.
    .map((event) => ({ ...event, ...moveToRun(event as CheckedEvent, 3) }))
  expect(contentOf(events.slice(1, -3))).toMatchObject(
    moved.map(({ stream, type, at, data, actor }) => ({ stream, type, at, data, actor, run: 3 })),
  )
  expect(contentOf(events.slice(-3))).toMatchObject([
    { type: 'ChallengeStarted', data: { run: 3, startsAt: '2026-01-31T23:00:00.000Z' }, run: 3 },
    { type: 'ChallengeEndSet', data: { run: 3, endsAt: '2026-12-01T00:00:00.000Z' }, run: 3 },
    { type: 'BackupImported', data: { backup: imported.backup, name: 'Halfway', run: 3 }, run: 3 },
  ])
})

test('the same file again answers its backup and changes nothing, also in two requests at the same time', async () => {
  const log = await openLog()
  const importFile = importerOver(log)
  const [one, two] = await Promise.all([importFile(), importFile()])
  const head = await log.head()
  const again = await importerOver(log)()
  // Either of the two may be the first.
  expect(new Set([one.wasThere, two.wasThere])).toEqual(new Set([true, false]))
  expect(again.wasThere).toBe(true)
  expect(new Set([one.backup, two.backup, again.backup]).size).toBe(1)
  expect(await log.head()).toBe(head)
})

test('two processes that import the same file at the same time store it once', async () => {
  const log = await openLog()
  const [one, two] = await Promise.all([importerOver(log)(), importerOver(log)()])
  expect(one.backup).toBe(two.backup)
  // The events of the file, one that takes the run, and one that lists the backup.
  expect(await eventsIn(log)).toHaveLength(exampleHistory.length + 2)
})

test('a file of a backup that is listed here is there already', async () => {
  const log = await openLog()
  const imported = await importerOver(log, async () => 'the-original')()
  expect(imported).toMatchObject({ backup: 'the-original', wasThere: true })
  expect(await eventsIn(log)).toEqual([])
})

let whole: Promise<unknown> | undefined
/** What an import without an interruption leaves in the log. */
async function wholeImport() {
  const log = await openLog()
  await importerOver(log)()
  return contentOf(await eventsIn(log))
}

// One event takes the run, the events of the file follow, and one append lists the backup with start and end.
const appends = exampleHistory.length - 2 + 2

test.each(interruptionsOf(appends))(
  'an import that ends at append %i (stored: %s) is continued by the same file and leaves the same as without interruption',
  async (count, isStored) => {
    const interrupted = await openLog()
    await expect(importerOver(logEndingAt(interrupted, count, isStored))()).rejects.toThrow(
      'The process has ended.',
    )
    const listed = (await eventsIn(interrupted)).some(({ type }) => type === 'BackupImported')
    expect(listed).toBe(count === appends && isStored)
    expect((await importerOver(interrupted)()).wasThere).toBe(listed)
    expect(contentOf(await eventsIn(interrupted))).toEqual(await (whole ??= wholeImport()))
  },
)

test('no other file takes the run of an import that is under way', async () => {
  const log = await openLog()
  await expect(importerOver(logEndingAt(log, 5, true))()).rejects.toThrow('The process has ended.')
  const challenge = (await eventsIn(log)).filter(({ stream }) => stream === 'challenge')
  expect(challenge.map(({ data }) => data)).toMatchObject([{ run: 2 }])
  const other = await importerOver(log)(await backupFile(orderedFold, []))
  expect(other.wasThere).toBe(false)
  expect((await eventsIn(log)).at(-1)?.data).toMatchObject({ run: 3 })
})

test('events that the log stored in another order are appended again to another run, in the order of the file', async () => {
  const log = await openLog()
  const [first, second] = [fileProject(ana, 1).submitted(), fileProject(cleo, 1).submitted()]
  const content = await backupFile(orderedFold, [first, second])
  let held: (() => void) | undefined
  const reordering: EventLog = {
    ...log,
    append: async (stream, events, expected) => {
      // The first project of the first attempt is stored after the second.
      if (stream === `project-r2-d1-${ana}`) await new Promise<void>((resolve) => (held = resolve))
      const result = await log.append(stream, events, expected)
      if (stream === `project-r2-d1-${cleo}`) held?.()
      return result
    },
  }
  const imported = await importerOver(reordering)(content)
  const events = await eventsIn(log)
  expect(
    events
      .filter(({ metadata, stream }) => metadata.run === 3 && stream !== 'challenge')
      .map(({ stream }) => stream),
  ).toEqual([`project-r3-d1-${ana}`, `project-r3-d1-${cleo}`])
  expect(events.at(-1)).toMatchObject({ type: 'BackupImported', data: { run: 3, backup: imported.backup } })
})

test('a file without a signature that is known here is imported by owners only, and its run says so', async () => {
  const [log, elsewhere] = [await openLog(), await openLog()]
  const signed = (number: number) =>
    backupFile(orderedFold, exampleHistory, { signer: testSigner(number), header: { name: `Of ${number}` } })
  const [own, other] = [await signed(1), await signed(2)]
  const importFile = importerOver(log)
  const before = await log.head()
  for (const content of [file, other])
    await expect(importFile(content, false)).rejects.toThrow('Only owners can do this')
  expect(await log.head()).toBe(before)

  const { fingerprint } = testSigner(2)
  await log.append(
    'backup-keys',
    [createNewEvent('BackupKeyAccepted', { fingerprint, name: 'Spring' }, { at: now })],
    'none',
  )
  for (const content of [own, other]) await importFile(content, false)
  await log.append('backup-keys', [createNewEvent('BackupKeyRemoved', { fingerprint }, { at: now })], 0)
  const another = await backupFile(orderedFold, exampleHistory, { signer: testSigner(2) })
  await expect(importFile(another, false)).rejects.toThrow('Only owners can do this')
  await importFile(another)
  await importerOver(elsewhere)(own)
  const started = async (of: EventLog) =>
    (await eventsIn(of)).flatMap(({ type, data }) => (type === 'BackupImportStarted' ? [data] : []))
  expect(await started(log)).toMatchObject([
    { origin: 'own', signedBy: testSigner(1).fingerprint },
    { origin: 'accepted', signedBy: fingerprint },
    { origin: 'unknown', signedBy: fingerprint },
  ])
  expect(await started(elsewhere)).toMatchObject([{ origin: 'own' }])
})

test('a signature of another content is refused, and a key alone makes no file trustworthy', async () => {
  const log = await openLog()
  const content = await backupFile(orderedFold, exampleHistory, {
    signer: { sign: () => testSigner(1).sign('another text') },
  })
  await expect(importerOver(log)(content)).rejects.toThrow(
    'The signature of the file is not that of its content.',
  )
})

test('a file of this installation may have values that were allowed when it was written', async () => {
  const log = await openLog()
  const events = [project.submitted({ projectName: '' })]
  const content = await backupFile(orderedFold, events, { signer: testSigner(1) })
  await expect(importerOver(log)(content)).resolves.toMatchObject({ file: { origin: 'own' } })
  const unsigned = await backupFile(orderedFold, events, { signer: testSigner(2) })
  await expect(importerOver(log)(unsigned)).rejects.toThrow('Project name is required')
})
