import { backupKeyEvents } from '@thirty/contracts/events/backup-keys.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { DownloadKind, ExportFormat } from '@thirty/contracts/rules/exports.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { adminFromConflictsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { subjectReader, withEntry, type Known } from './draft.ts'

/** Reads the stream of the accepted keys of backup files. */
export const backupKeyReader = () =>
  subjectReader(
    new Map<string, string>() as Known<string>,
    {
      BackupKeyAccepted: ({ name, fingerprint }, { actor }) => ({
        summary: `${actor} accepted the backup files of “${name}”`,
        subjectName: name,
        after: { name, fingerprint },
      }),
      BackupKeyRemoved: ({ fingerprint }, { actor }, names) => {
        const name = names.get(fingerprint) ?? 'unknown key'
        return {
          summary: `${actor} no longer accepts the backup files of “${name}”`,
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
      const whose = metadata.actor === admin ? '' : ` of ${nameOf(admin)}`
      return {
        summary: `${actor} declared a conflict of interest${whose} with ${subject}`,
        ...(reason !== undefined && { after: { reason } }),
      }
    },
    ConflictWithdrawn: (_data, { actor, subject, nameOf }, _past, { metadata }) => {
      const whose = metadata.actor === admin ? '' : ` of ${nameOf(admin)}`
      return `${actor} removed the conflict of interest${whose} with ${subject}`
    },
  })
}

const kindNames: Readonly<Record<DownloadKind, string>> = {
  users: 'Users',
  projects: 'Projects',
  ratings: 'Ratings',
  standings: 'Standings',
  audit: 'Audit',
  backup: 'Backup',
}
const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON' }

/** Reads the stream of the exports of a date. */
export const exportReader = () =>
  subjectReader(undefined, {
    DataExported: ({ kind, format, name: subjectName = kindNames[kind] }, { actor }) => ({
      summary:
        format === undefined
          ? `${actor} exported the backup “${subjectName}” as a file`
          : `${actor} exported data as ${formatNames[format]}: ${subjectName}`,
      subjectName,
    }),
  })

/** Reads the stream of the imports of participants of a date. */
export const participantImportReader = () =>
  subjectReader(undefined, {
    ParticipantImportStarted: ({ rows }, { actor }) => ({
      summary: `${actor} started an import of participants, accounts to create: ${rows}`,
      subjectName: 'Users',
    }),
    ParticipantsImported: ({ created, invited, unchanged, failed }, { actor }) => ({
      summary: `${actor} imported participants: ${created} created, ${invited} invited again, ${unchanged} unchanged, ${failed} failed`,
      subjectName: 'Users',
    }),
  })

/** Reads the stream of the calibration projects, which says of a project only whose it is and for which day. */
export const calibrationReader = () =>
  subjectReader(undefined, {
    CalibrationProjectAdded: ({ project }, { actor, nameOf }) => {
      const { day, owner } = ownerOf(project, nameOf)
      return {
        summary: `${actor} chose the project of ${owner} for Day ${day} for calibration`,
        subjectName: owner,
      }
    },
    CalibrationProjectRemoved: ({ project }, { actor, nameOf }) => {
      const { day, owner } = ownerOf(project, nameOf)
      return {
        summary: `${actor} removed the project of ${owner} for Day ${day} from calibration`,
        subjectName: owner,
      }
    },
  })

function ownerOf(project: string, nameOf: (user: string | undefined) => string) {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  return { day, owner: nameOf(user) }
}
