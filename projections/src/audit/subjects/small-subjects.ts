// What the audit says of subjects with few kinds of events: backup keys, conflicts of interest, exports, imports of participants and
// calibration projects.

import { backupKeyEvents } from '@thirty/contracts/backups/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ExportFormat } from '@thirty/contracts/exports/exports.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { adminFromConflictsStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { entriesOf, withLatest, type Details, type Known, type NameOf } from './subject-entries.ts'

const noNames: Known<string> = new Map()

/** What the audit says of the accepted keys of backup files. */
export const backupKeyEntries = () =>
  entriesOf({
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
        ? withLatest(names, event.data.fingerprint, event.data.name)
        : names,
  })

/** What the audit says of an admin's conflicts of interest. */
export function conflictEntries(stream: string) {
  const admin = adminFromConflictsStream(stream) ?? ''
  const isOwn = (event: RecordedEvent) => event.metadata.actor === admin
  return entriesOf({
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

/** What the audit says of the exports of a date. */
export const exportEntries = () =>
  entriesOf({
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

/** What the audit says of the imports of participants of a date. */
export const participantImportEntries = () =>
  entriesOf({
    beginning: undefined,
    common: () => ({ subjectName: 'Users' }),
    details: { ParticipantImportStarted: ({ rows }) => ({ values: { count: String(rows) } }) },
  })

/** What the audit says of calibration projects: their events tell only whose a project is and for which day. */
export const calibrationEntries = () =>
  entriesOf({
    beginning: undefined,
    details: {
      CalibrationProjectAdded: ({ project }, { nameOf }) => ofProject(project, nameOf),
      CalibrationProjectRemoved: ({ project }, { nameOf }) => ofProject(project, nameOf),
    },
  })

function ofProject(project: string, nameOf: NameOf): Details<never> {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  return { values: { day, owner: nameOf(user) }, ...(user && { subjectUser: user }) }
}
