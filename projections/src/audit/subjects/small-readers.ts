import { backupKeyEvents } from '@thirty/contracts/backups/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ExportFormat } from '@thirty/contracts/exports/exports.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { adminFromConflictsStream } from '@thirty/contracts/events/stream-names.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { subjectReader, withEntry, type Known, type NameOf } from './draft.ts'

/** Reads the stream of the accepted keys of backup files. */
export const backupKeyReader = () =>
  subjectReader(
    new Map<string, string>() as Known<string>,
    {
      BackupKeyAccepted: ({ name, fingerprint }, { actor }) => ({
        said: say('backupKeyAccepted', { actor, name }),
        subjectName: name,
        after: { name, fingerprint },
      }),
      BackupKeyRemoved: ({ fingerprint }, { actor }, names) => {
        const name = names.get(fingerprint) ?? 'unknown key'
        return {
          said: say('backupKeyRemoved', { actor, name }),
          subjectName: name,
          before: { name, fingerprint },
        }
      },
    },
    (names, event) =>
      isEventOf(backupKeyEvents, event) && event.type === 'BackupKeyAccepted'
        ? withEntry(names, event.data.fingerprint, event.data.name)
        : names,
  )

/** Reads the stream of an admin's conflicts of interest. */
export function conflictReader(stream: string) {
  const admin = adminFromConflictsStream(stream) ?? ''
  return subjectReader(undefined, {
    ConflictDeclared: ({ reason }, { actor, subject, nameOf }, _past, { metadata }) => {
      return {
        said:
          metadata.actor === admin
            ? say('conflictDeclared', { actor, subject })
            : say('conflictDeclaredFor', { actor, admin: nameOf(admin), subject }),
        ...(reason !== undefined && { after: { reason } }),
      }
    },
    ConflictWithdrawn: (_data, { actor, subject, nameOf }, _past, { metadata }) =>
      metadata.actor === admin
        ? say('conflictWithdrawn', { actor, subject })
        : say('conflictWithdrawnFor', { actor, admin: nameOf(admin), subject }),
  })
}

const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON' }

/** Reads the stream of the exports of a date. */
export const exportReader = () =>
  subjectReader(undefined, {
    DataExported: ({ kind, format, name = say(kind) }, { actor }) => ({
      said:
        format === undefined
          ? say('backupExported', { actor, name })
          : say('dataExported', { actor, format: formatNames[format], data: name }),
      subjectName: messageOf(name),
    }),
  })

/** Reads the stream of the imports of participants of a date. */
export const participantImportReader = () =>
  subjectReader(undefined, {
    ParticipantImportStarted: ({ rows }, { actor }) => ({
      said: say('participantImportStarted', { actor, count: String(rows) }),
      subjectName: 'Users',
    }),
    ParticipantsImported: ({ created, invited, unchanged, failed }, { actor }) => ({
      said: say('participantsImported', {
        actor,
        created: String(created),
        invited: String(invited),
        unchanged: String(unchanged),
        failed: String(failed),
      }),
      subjectName: 'Users',
    }),
  })

/** Reads the stream of the calibration projects, which says of a project only whose it is and for which day. */
export const calibrationReader = () =>
  subjectReader(undefined, {
    CalibrationProjectAdded: ({ project }, { actor, nameOf }) => {
      const { day, owner } = ownerOf(project, nameOf)
      return {
        said: say('calibrationAdded', { actor, owner, day }),
        subjectName: messageOf(owner),
      }
    },
    CalibrationProjectRemoved: ({ project }, { actor, nameOf }) => {
      const { day, owner } = ownerOf(project, nameOf)
      return {
        said: say('calibrationRemoved', { actor, owner, day }),
        subjectName: messageOf(owner),
      }
    },
  })

function ownerOf(project: string, nameOf: NameOf) {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  return { day, owner: nameOf(user) }
}
