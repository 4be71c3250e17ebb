import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { moveToRun } from '@thirty/contracts/backups/portable-events.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { DamagedFile } from '@thirty/infra/portable-file/format.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import {
  backupFile,
  exampleHistory,
  fileEvent,
  fileProject,
  orderedFold,
} from '@thirty/command-api/testing/backup-files.ts'
import { resetTo } from '@thirty/command-api/testing/challenge-events.ts'
import { interruptionsOf, logEndingAt } from '@thirty/command-api/testing/interrupted-log.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { admin, ana, ben, cleo } from '@thirty/command-api/testing/people.ts'
import { expect, test } from 'vitest'
import { createCommands } from '../../handle.ts'
import type { CheckedEvent } from './check-event.ts'
import { importBackup } from './import-backup.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')
const clock = () => now
const file = await backupFile(orderedFold)

/** An installation, whose log is in memory. */
function installation() {
  const { log, store } = inMemoryEventLog()
  /** Returns the import of a process of it. */
  const importer = (
    by: EventLog = log,
    findExported = async (): Promise<string | undefined> => undefined,
  ) => {
    const parts = {
      commands: createCommands({ log: by, clock }),
      log: by,
      clock,
      createBoardFold: orderedFold,
      findExported,
      fileSigner: testSigner(1),
    }
    return (content: Uint8Array = file, role: AdminRole = 'owner') => {
      const open = async function* () {
        for (let start = 0; start < content.length; start += 500) yield content.subarray(start, start + 500)
      }
      const context = { actor: admin, correlation: 'a-correlation', command: { id: crypto.randomUUID() } }
      return importBackup(parts, { open, role }, context)
    }
  }
  const append = (stream: string, type: string, data: object) =>
    void store(stream, [createNewEvent(type, data, { at: now, run: 1 })])
  return {
    log,
    append,
    register: (user: string, role: 'participant' | 'admin') =>
      append(`user-${user}`, 'UserRegistered', { fullName: 'Ben', email: 'ben@people.example', role }),
    importer,
    importFile: importer(),
    events: (): Promise<RecordedEvent[]> => collectBatches(log.readAll()),
  }
}

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

test.each<[string, readonly object[]]>([
  ['reviews', [approvedBy(ben)]],
  ['reviews their own project', [approvedBy(ana)]],
  ['rates officially', [ratedLikeAnAdmin(ben)]],
  ['removes the comment of another person', [project.commented(cleo, 1), project.commentRemoved(ben, 1)]],
])('a file in which a participant %s is refused before the first write', async (_label, events) => {
  const [here, elsewhere] = [installation(), installation()]
  for (const user of [ben, ana]) here.register(user, 'participant')
  const content = await backupFile(orderedFold, [project.submitted(), ...events])
  await expect(here.importFile(content)).rejects.toThrow('has reviewed or rated like an admin')
  expect(await here.events()).toHaveLength(2)
  // Where nobody of the file is known, its participants are not admins.
  const withProject = await backupFile(orderedFold, [bens.submitted(), project.submitted(), ...events])
  await expect(elsewhere.importFile(withProject)).rejects.toThrow(DamagedFile)
  expect(await elsewhere.events()).toEqual([])
})

test('a participant who became an admin later may have reviewed', async () => {
  const { register, append, importFile } = installation()
  register(ben, 'participant')
  append(`user-${ben}`, 'AdminRightsGranted', {})
  const content = await backupFile(orderedFold, [bens.submitted(), project.submitted(), approvedBy(ben)])
  await expect(importFile(content)).resolves.toMatchObject({ wasThere: false })
})

test('appends the history to the streams of a new run, and lists the backup', async () => {
  const { append, importFile, events } = installation()
  for (const { type, data } of resetTo(2, 'b1', 1)) append('challenge', type, data)
  const imported = await importFile()
  expect(imported).toMatchObject({ wasThere: false, file: { events: exampleHistory.length } })
  const [begun, ...rest] = (await events()).slice(2)
  expect(begun).toMatchObject({
    type: 'BackupImportStarted',
    data: { run: 3 },
    metadata: { actor: admin },
  })
  const moved = exampleHistory
    .filter(({ stream }) => stream !== 'challenge')
    // Safe: all of them are events of a backup file.
    .map((event) => ({ ...event, ...moveToRun(event as CheckedEvent, 3) }))
  expect(contentOf(rest)).toMatchObject([
    ...moved.map(({ stream, type, at, data, actor }) => ({ stream, type, at, data, actor, run: 3 })),
    { type: 'ChallengeStarted', data: { run: 3, startsAt: '2026-01-31T23:00:00.000Z' }, run: 3 },
    { type: 'ChallengeEndSet', data: { run: 3, endsAt: '2026-12-01T00:00:00.000Z' }, run: 3 },
    { type: 'BackupImported', data: { backup: imported.backup, name: 'Halfway', run: 3 }, run: 3 },
  ])
})

test('the same file again answers its backup and changes nothing, also in two imports at the same time', async () => {
  const { importer, events } = installation()
  const [one, two] = await Promise.all([importer()(), importer()()])
  const again = await importer()()
  // Either of the two may be the first.
  expect(new Set([one.wasThere, two.wasThere])).toEqual(new Set([true, false]))
  expect(again.wasThere).toBe(true)
  expect(new Set([one.backup, two.backup, again.backup]).size).toBe(1)
  // The events of the file, one that takes the run, and one that lists the backup.
  expect(await events()).toHaveLength(exampleHistory.length + 2)
})

test('a file of a backup that is listed here is there already', async () => {
  const { log, importer, events } = installation()
  const imported = await importer(log, async () => 'the-original')()
  expect(imported).toMatchObject({ backup: 'the-original', wasThere: true })
  expect(await events()).toEqual([])
})

test('a history whose scoring was changed leads to the leaderboard of its file', async () => {
  const { importFile, events } = installation()
  const changed = { run: 1, reason: 'Fair', ...defaultScoring }
  const scoring = fileEvent('challenge', 'ScoringChanged', changed, { actor: admin })
  await importFile(await backupFile(orderedFold, [scoring, fileProject(cleo, 1).submitted()]))
  expect((await events()).map(({ type }) => type)).toEqual([
    'BackupImportStarted',
    'ProjectSubmitted',
    'ScoringChanged',
    'BackupImported',
  ])
})

// One event takes the run, the events of the file follow, and one append lists the backup with start and end.
const appends = exampleHistory.length - 2 + 2

test.each(interruptionsOf(appends))(
  'an import that ends at append %i (stored: %s) is continued by the same file and leaves the same as without interruption',
  async (count, isStored) => {
    const [{ log, importer, importFile, events }, other] = [installation(), installation()]
    await expect(importer(logEndingAt(log, count, isStored))()).rejects.toThrow('The process has ended.')
    const isListed = (await events()).some(({ type }) => type === 'BackupImported')
    expect(isListed).toBe(count === appends && isStored)
    expect((await importFile()).wasThere).toBe(isListed)
    await other.importFile()
    expect(contentOf(await events())).toEqual(contentOf(await other.events()))
  },
)

test('no other file takes the run of an import that is under way', async () => {
  const { log, importer, importFile, events } = installation()
  await expect(importer(logEndingAt(log, 5, true))()).rejects.toThrow('The process has ended.')
  const challenge = (await events()).filter(({ stream }) => stream === 'challenge')
  expect(challenge.map(({ data }) => data)).toMatchObject([{ run: 2 }])
  expect((await importFile(await backupFile(orderedFold, []))).wasThere).toBe(false)
  expect((await events()).at(-1)?.data).toMatchObject({ run: 3 })
})

test('events that the log stored in another order are appended again to another run, in the order of the file', async () => {
  const { log, importer, events } = installation()
  const content = await backupFile(orderedFold, [project.submitted(), fileProject(cleo, 1).submitted()])
  const second = Promise.withResolvers<void>()
  const reordering: EventLog = {
    ...log,
    append: async (stream, ...rest) => {
      // The first project of the first attempt is stored after the second.
      if (stream === `project-r2-d1-${ana}`) await second.promise
      const result = await log.append(stream, ...rest)
      if (stream === `project-r2-d1-${cleo}`) second.resolve()
      return result
    },
  }
  const { backup } = await importer(reordering)(content)
  expect((await events()).filter(({ metadata }) => metadata.run === 3)).toMatchObject([
    { stream: `project-r3-d1-${ana}` },
    { stream: `project-r3-d1-${cleo}` },
    { type: 'BackupImported', data: { run: 3, backup } },
  ])
})

test('a file without a signature that is known here is imported by owners only, and its run says so', async () => {
  const [{ append, importFile, events }, elsewhere] = [installation(), installation()]
  const signed = (number: number, name = `Of ${number}`) =>
    backupFile(orderedFold, exampleHistory, { signer: testSigner(number), header: { name } })
  const [own, other] = [await signed(1), await signed(2)]
  for (const content of [file, other])
    await expect(importFile(content, 'organiser')).rejects.toThrow('Only owners can do this')
  expect(await events()).toEqual([])

  const { fingerprint } = testSigner(2)
  append('backup-keys', 'BackupKeyAccepted', { fingerprint, name: 'Spring' })
  for (const content of [own, other]) await importFile(content, 'organiser')
  append('backup-keys', 'BackupKeyRemoved', { fingerprint })
  const another = await signed(2, 'Another')
  await expect(importFile(another, 'organiser')).rejects.toThrow('Only owners can do this')
  await importFile(another)
  await elsewhere.importFile(own)
  const started = (of: readonly RecordedEvent[]) =>
    of.flatMap(({ type, data }) => (type === 'BackupImportStarted' ? [data] : []))
  expect(started(await events())).toMatchObject([
    { origin: 'own', signedBy: testSigner(1).fingerprint },
    { origin: 'accepted', signedBy: fingerprint },
    { origin: 'unknown', signedBy: fingerprint },
  ])
  expect(started(await elsewhere.events())).toMatchObject([{ origin: 'own' }])
})

test('a signature of another content is refused, and a key alone makes no file trustworthy', async () => {
  const signer = { sign: () => testSigner(1).sign('another text') }
  await expect(
    installation().importFile(await backupFile(orderedFold, exampleHistory, { signer })),
  ).rejects.toThrow('The signature of the file is not that of its content.')
})

test('a file of this installation may have values that were allowed when it was written', async () => {
  const { importFile } = installation()
  const events = [project.submitted({ projectName: '' })]
  const own = await backupFile(orderedFold, events, { signer: testSigner(1) })
  await expect(importFile(own)).resolves.toMatchObject({ file: { origin: 'own' } })
  const others = await backupFile(orderedFold, events, { signer: testSigner(2) })
  await expect(importFile(others)).rejects.toThrow('Project name is required')
})
