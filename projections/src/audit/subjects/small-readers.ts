import { backupKeyEvents } from '@thirty/contracts/backups/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ExportFormat } from '@thirty/contracts/exports/exports.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { adminFromConflictsStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { subjectReader, withEntry, type Details, type Known, type NameOf } from './draft.ts'

const noNames: Known<string> = new Map()

/** Reads the stream of the accepted keys of backup files. */
export const backupKeyReader = () =>
  subjectReader({
    beginning: noNames,
    details: {
      BackupKeyAccepted: ({ name, fingerprint }) => ({ subjectName: name, after: { name, fingerprint } }),
      BackupKeyRemoved: ({ fingerprint }, _, names) => {
        const name = names.get(fingerprint) ?? 'unknown key'
        return { values: { name }, subjectName: name, before: { name, fingerprint } }
      },
    },
    remember: (names, event) =>
      isEventOf(backupKeyEvents, event) && event.type === 'BackupKeyAccepted'
        ? withEntry(names, event.data.fingerprint, event.data.name)
        : names,
  })

/** Reads the stream of an admin's conflicts of interest. */
export function conflictReader(stream: string) {
  const admin = adminFromConflictsStream(stream) ?? ''
  const isOwn = (event: RecordedEvent) => event.metadata.actor === admin
  return subjectReader({
    beginning: undefined,
    details: {
      ConflictDeclared: ({ reason }, { nameOf }, _, event) => ({
        ...(!isOwn(event) && { code: 'conflictDeclaredFor', values: { admin: nameOf(admin) } }),
        ...(reason !== undefined && { after: { reason } }),
      }),
      ConflictWithdrawn: (_data, { nameOf }, _past, event) =>
        isOwn(event) ? {} : { code: 'conflictWithdrawnFor', values: { admin: nameOf(admin) } },
    },
  })
}

const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON' }

/** Reads the stream of the exports of a date. */
export const exportReader = () =>
  subjectReader({
    beginning: undefined,
    details: {
      DataExported: ({ kind, format, name = say(kind) }) => ({
        ...(format === undefined
          ? { code: 'backupExported', values: { name } }
          : { values: { format: formatNames[format], data: name } }),
        subjectName: messageOf(name),
      }),
    },
  })

/** Reads the stream of the imports of participants of a date. */
export const participantImportReader = () =>
  subjectReader({
    beginning: undefined,
    common: () => ({ subjectName: 'Users' }),
    details: { ParticipantImportStarted: ({ rows }) => ({ values: { count: String(rows) } }) },
  })

/** Reads the stream of the calibration projects, which says of a project only whose it is and for which day. */
export const calibrationReader = () =>
  subjectReader({
    beginning: undefined,
    details: {
      CalibrationProjectAdded: ({ project }, { nameOf }) => ofProject(project, nameOf),
      CalibrationProjectRemoved: ({ project }, { nameOf }) => ofProject(project, nameOf),
    },
  })

function ofProject(project: string, nameOf: NameOf): Details<never> {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  const owner = nameOf(user)
  return { values: { day, owner }, subjectName: messageOf(owner) }
}
