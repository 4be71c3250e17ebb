// What the audit says of subjects with few kinds of events: backup keys, conflicts of interest, exports, imports of participants,
// calibration projects, the team and saved texts.

import { backupKeyEvents } from '@thirty/contracts/backups/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { ExportFormat } from '@thirty/contracts/exports/exports.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { adminFromConflictsStream } from '@thirty/contracts/events/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { entriesOf, withLatest, type Details, type Known, type NameOf } from './subject-entries.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { emptyTeam, evolveTeam } from '@thirty/contracts/team/team.ts'
import { savedTextEvents, type SavedTextEvent } from '@thirty/contracts/saved-texts/events.ts'
import type { SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'

const noNames: Known<string> = new Map()

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
      CalibrationProjectAdded: ({ project }, { nameOf }) => ofProject(project, nameOf),
      CalibrationProjectRemoved: ({ project }, { nameOf }) => ofProject(project, nameOf),
    },
  })

function ofProject(project: string, nameOf: NameOf): Details<never> {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  return { values: { day, owner: nameOf(user) }, ...(user && { subjectUser: user }) }
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
      InvitationUsed({ invitation }, { nameOf }, { invitations }) {
        const used = invitations.get(invitation)
        if (used === undefined) return undefined
        const { role, by } = used
        const { values, subjectName } = ofRole(role)
        return { values: { ...values, maker: nameOf(by) }, subjectName, after: { role } }
      },
      InvitationRevoked({ invitation }, _, { invitations }) {
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

type Content = { kind: SavedTextKind; title: string; text: string }
const beginning: Known<Content> = new Map()
const codes = {
  rejection: { added: 'savedReasonAdded', changed: 'savedReasonChanged', deleted: 'savedReasonDeleted' },
  feedback: {
    added: 'savedFeedbackAdded',
    changed: 'savedFeedbackChanged',
    deleted: 'savedFeedbackDeleted',
  },
} as const satisfies Record<SavedTextKind, object>

export const savedTextEntries = () =>
  entriesOf({
    beginning,
    details: {
      SavedTextAdded: (data, _, texts) => ({
        ...change(texts.get(data.savedText), data),
        code: codes[data.kind].added,
      }),
      // Nothing can be changed or deleted before it was added.
      SavedTextChanged({ savedText, title, text }, _, texts) {
        const before = texts.get(savedText)
        return before && { ...change(before, { ...before, title, text }), code: codes[before.kind].changed }
      },
      SavedTextDeleted({ savedText }, _, texts) {
        const before = texts.get(savedText)
        return before && { ...change(before, undefined), code: codes[before.kind].deleted }
      },
    },
    remember: (texts, event) =>
      isEventOf(savedTextEvents, event)
        ? withLatest(texts, event.data.savedText, contentAfter(texts, event))
        : texts,
  })

function contentAfter(texts: Known<Content>, { type, data }: SavedTextEvent) {
  if (type === 'SavedTextAdded') return data
  const before = texts.get(data.savedText)
  return type === 'SavedTextDeleted' ? undefined : before && { ...before, ...data }
}

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
