// What the audit says of subjects with few kinds of events: backup keys, conflicts of interest, exports, imports of participants,
// calibration projects, the team and saved texts.

import { backupKeyEvents } from '@thirty/contracts/backups/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ExportFormat } from '@thirty/contracts/exports/exports.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { adminFromConflictsStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { entriesOf, person, type Details, type Known } from './subject-entries.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { emptyTeam, evolveTeam } from '@thirty/contracts/team/team.ts'
import { recordedTexts, type SavedTexts } from '@thirty/contracts/saved-texts/recorded-texts.ts'
import type { SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'

export const backupKeyEntries = () =>
  entriesOf<Known<string>>({
    beginning: new Map(),
    details: {
      BackupKeyAccepted: ({ name, fingerprint }) => ({ subjectName: name, after: { name, fingerprint } }),
      BackupKeyRemoved: ({ fingerprint }, names) => {
        const name = names.get(fingerprint) ?? 'unknown key'
        return { values: { name }, subjectName: name, before: { name, fingerprint } }
      },
    },
    remember: (names, event) =>
      isEventOf(backupKeyEvents, event) && event.type === 'BackupKeyAccepted'
        ? names.set(event.data.fingerprint, event.data.name)
        : names,
  })

export function conflictEntries(stream: string) {
  const admin = adminFromConflictsStream(stream) ?? ''
  const isOwn = (event: RecordedEvent) => event.metadata.actor === admin
  return entriesOf({
    beginning: undefined,
    details: {
      ConflictDeclared: ({ reason }, _, event) => ({
        ...(!isOwn(event) && { code: 'conflictDeclaredFor', values: { admin: person(admin) } }),
        ...(reason !== undefined && { after: { reason } }),
      }),
      ConflictWithdrawn: (_data, _past, event) =>
        isOwn(event) ? {} : { code: 'conflictWithdrawnFor', values: { admin: person(admin) } },
    },
  })
}

const formatNames: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', json: 'JSON' }

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
      CalibrationProjectAdded: ({ project }) => ofProject(project),
      CalibrationProjectRemoved: ({ project }) => ofProject(project),
    },
  })

function ofProject(project: string): Details<never> {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  return { values: { day, owner: person(user) }, subjectUser: user }
}

export const teamEntries = () =>
  entriesOf({
    beginning: emptyTeam,
    details: {
      AdminRoleChanged: ({ from, to }) => ({
        values: { from: say(from), to: say(to) },
        before: { role: from },
        after: { role: to },
      }),
      InvitationCreated: ({ role, expiresAt }) => ({ ...ofRole(role), after: { role, expiresAt } }),
      InvitationUsed({ invitation }, { invitations }) {
        const used = invitations.get(invitation)
        if (used === undefined) return undefined
        const { role, by } = used
        const { values, subjectName } = ofRole(role)
        return { values: { ...values, maker: person(by) }, subjectName, after: { role } }
      },
      InvitationRevoked({ invitation }, { invitations }) {
        const revoked = invitations.get(invitation)
        return revoked && { ...ofRole(revoked.role), before: { role: revoked.role } }
      },
    },
    remember: (team, event) => (isEventOf(adminEvents, event) ? evolveTeam(team, event) : team),
  })

const ofRole = (role: AdminRole) => ({
  values: { role: say(role) },
  subjectName: `Invitation (${say(role).message})`,
})

type Content = { title: string; text: string }
const codes = {
  rejection: { added: 'savedReasonAdded', changed: 'savedReasonChanged', deleted: 'savedReasonDeleted' },
  feedback: {
    added: 'savedFeedbackAdded',
    changed: 'savedFeedbackChanged',
    deleted: 'savedFeedbackDeleted',
  },
} as const satisfies Record<SavedTextKind, object>

export const savedTextEntries = () =>
  entriesOf<SavedTexts>({
    beginning: recordedTexts.initial,
    details: {
      SavedTextAdded: (data, texts) => ({
        ...change(texts.get(data.savedText), data),
        code: codes[data.kind].added,
      }),
      // Nothing can be changed or deleted before it was added.
      SavedTextChanged(data, texts) {
        const before = texts.get(data.savedText)
        return before && { ...change(before, data), code: codes[before.kind].changed }
      },
      SavedTextDeleted({ savedText }, texts) {
        const before = texts.get(savedText)
        return before && { ...change(before, undefined), code: codes[before.kind].deleted }
      },
    },
    remember: (texts, event) =>
      isEventOf(recordedTexts.events, event) ? recordedTexts.evolve(texts, event) : texts,
  })

function change(before: Content | undefined, after: Content | undefined): Details<never> {
  const { title = '' } = after ?? before ?? {}
  return {
    values: { title },
    subjectName: title,
    before: recordOf(before),
    after: recordOf(after),
  }
}

const recordOf = (content: Content | undefined) =>
  content === undefined ? {} : { title: content.title, text: content.text }
