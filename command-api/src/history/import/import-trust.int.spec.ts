import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import { expect, test } from 'vitest'
import {
  backupFile,
  exampleHistory,
  fileProject,
  orderedFold,
} from '@thirty/command-api/testing/backup-files.ts'
import { createNewEvent } from '@thirty/command-api/testing/new-event.ts'
import { ana } from '@thirty/command-api/testing/people.ts'
import { now, file, openLog, importerOver, eventsIn } from '@thirty/command-api/testing/backup-importer.ts'

const project = fileProject(ana, 1)

test('a file without a signature that is known here is imported by owners only, and its run says so', async () => {
  const [log, elsewhere] = [await openLog(), await openLog()]
  const signed = (number: number) =>
    backupFile(orderedFold, exampleHistory, { signer: testSigner(number), header: { name: `Of ${number}` } })
  const [own, other] = [await signed(1), await signed(2)]
  const { importFile } = importerOver(log)
  const before = await log.head()
  for (const content of [file, other])
    await expect(importFile(content, undefined, false)).rejects.toThrow('Only owners can do this')
  expect(await log.head()).toBe(before)

  const { fingerprint } = testSigner(2)
  await log.append(
    'backup-keys',
    [createNewEvent('BackupKeyAccepted', { fingerprint, name: 'Spring' }, { at: now })],
    'none',
  )
  for (const content of [own, other]) await importFile(content, undefined, false)
  await log.append('backup-keys', [createNewEvent('BackupKeyRemoved', { fingerprint }, { at: now })], 0)
  const another = await backupFile(orderedFold, exampleHistory, { signer: testSigner(2) })
  await expect(importFile(another, undefined, false)).rejects.toThrow('Only owners can do this')
  await importFile(another)
  await importerOver(elsewhere).importFile(own)
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
  await expect(importerOver(log).importFile(content)).rejects.toThrow(
    'The signature of the file is not that of its content.',
  )
})

test('a file of this installation may have values that were allowed when it was written', async () => {
  const log = await openLog()
  const events = [project.submitted({ projectName: '' })]
  const content = await backupFile(orderedFold, events, { signer: testSigner(1) })
  await expect(importerOver(log).importFile(content)).resolves.toMatchObject({ file: { origin: 'own' } })
  const unsigned = await backupFile(orderedFold, events, { signer: testSigner(2) })
  await expect(importerOver(log).importFile(unsigned)).rejects.toThrow('Project name is required')
})
