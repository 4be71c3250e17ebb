// The streams that the audit reads, and what makes the entries of each: a file beside this one for a larger subject; here are backup keys,
// conflicts of interest, exports, imports of participants, calibration projects, discussions, the team, saved texts and webhooks.

import {
  adminsStream,
  backupKeysStream,
  calibrationStream,
  challengeStream,
  savedTextsStream,
  webhooksStream,
  adminFromConflictsStream,
} from '@thirty/contracts/events/stream-names.ts'
import { accountEntries } from './account-entries.ts'
import { challengeEntries } from './challenge-entries.ts'
import { projectEntries } from './project-entries.ts'
import { type SubjectEntries, about, entriesOf, hidden, person, type Details } from './subject-entries.ts'
import { backupKeyEvents } from '@thirty/contracts/backups/events.ts'
import { discussionFold, type Discussion } from '@thirty/contracts/community/events.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { ExportFormat } from '@thirty/contracts/exports/events.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { emptyTeam, evolveTeam } from '@thirty/contracts/team/team.ts'
import { recordedTexts } from '@thirty/contracts/saved-texts/events.ts'
import type { SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { changedFields } from '@thirty/contracts/given-fields.ts'
import {
  type webhookEvents,
  recordedWebhooks,
  type Webhooks,
  type WebhookState,
} from '@thirty/contracts/webhooks/events.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'

const backupKeyEntries = () =>
  entriesOf({
    fold: {
      initial: new Map<string, string>(),
      events: pickEvents(backupKeyEvents, 'BackupKeyAccepted'),
      evolve: (names, { data }) => names.set(data.fingerprint, data.name),
    },
    details: {
      BackupKeyAccepted: ({ name, fingerprint }) => ({ subjectName: name, after: { name, fingerprint } }),
      BackupKeyRemoved: ({ fingerprint }, names) => {
        const name = names.get(fingerprint) ?? 'unknown key'
        return { subjectName: name, before: { name, fingerprint } }
      },
    },
  })

function conflictEntries(stream: string) {
  const admin = adminFromConflictsStream(stream) ?? ''
  const isOwn = (event: RecordedEvent) => event.metadata.actor === admin
  return entriesOf({
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

const exportEntries = () =>
  entriesOf({
    details: {
      DataExported: ({ kind, format, name = say(kind) }) => ({
        ...(format === undefined
          ? { code: 'backupExported', values: { name } }
          : { values: { format: formatNames[format], data: name } }),
        subjectName: messageOf(name),
      }),
    },
  })

const participantImportEntries = () =>
  entriesOf({
    common: () => ({ subjectName: 'Users' }),
    details: { ParticipantImportStarted: ({ rows }) => ({ values: { count: String(rows) } }) },
  })

/** What the audit says of calibration projects: their events tell only whose a project is and for which day. */
const calibrationEntries = () =>
  entriesOf({
    details: {
      CalibrationProjectAdded: ({ project }) => ofProject(project),
      CalibrationProjectRemoved: ({ project }) => ofProject(project),
    },
  })

function ofProject(project: string): Details<never> {
  const { user, day } = parseProjectId(project) ?? { user: undefined, day: 0 }
  return { values: { day, owner: person(user) }, subjectUser: user }
}

const discussionEntries = () =>
  entriesOf({
    fold: discussionFold,
    common: (past) => ({ subjectName: titleOf(past) }),
    details: {
      DiscussionRemoved: ({ by }, past) =>
        // Authors remove their own texts.
        openOf(past)?.by === by ? undefined : about(openOf(past), 'text', { title: titleOf(past) }),
      ReplyRemoved: ({ by, reply }, past) =>
        replyOf(past, reply)?.by === by ? undefined : about(replyOf(past, reply), 'reply'),
      DiscussionHidden: ({ reason }, past) => hidden(reason, about(openOf(past), 'text')),
      DiscussionShown: (_, past) => about(openOf(past), 'text'),
      ReplyHidden: ({ reply, reason }, past) => hidden(reason, about(replyOf(past, reply), 'reply')),
      ReplyShown: ({ reply }, past) => about(replyOf(past, reply), 'reply'),
    },
  })

const openOf = (past: Discussion) => (past.status === 'open' ? past : undefined)
const titleOf = (past: Discussion) => openOf(past)?.title ?? 'a discussion'
const replyOf = (past: Discussion, reply: string) => openOf(past)?.replies.find(({ id }) => id === reply)

const teamEntries = () =>
  entriesOf({
    fold: { initial: emptyTeam, events: adminEvents, evolve: evolveTeam },
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

const savedTextEntries = () =>
  entriesOf({
    fold: recordedTexts,
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
  })

function change(before: Content | undefined, after: Content | undefined): Details<never> {
  const { title = '' } = after ?? before ?? {}
  return { subjectName: title, before: recordOf(before), after: recordOf(after) }
}

const recordOf = (content: Content | undefined) =>
  content === undefined ? {} : { title: content.title, text: content.text }

const webhookEntries = () =>
  entriesOf({
    fold: recordedWebhooks,
    details: {
      WebhookCreated: (data) => ({ subjectName: data.host, after: shownOf(data) }),
      WebhookChanged: ({ webhook }, past, event) => ({
        ...named(past, webhook),
        ...differences(past, event),
      }),
      WebhookSecretRotated: ({ webhook }, past) => named(past, webhook),
      WebhookTurnedOff: ({ webhook, reason }, past, event) => ({
        ...named(past, webhook),
        code: reasons[reason],
        ...differences(past, event),
      }),
      WebhookDeleted({ webhook }, past) {
        const deleted = past.get(webhook)
        return { ...named(past, webhook), ...(deleted && { before: shownOf(deleted) }) }
      },
    },
  })

const reasons = { gone: 'webhookGone', failing: 'webhookFailing' } as const

/** The webhook by the host that it had before the event. */
function named(past: Webhooks, webhook: string) {
  const host = past.get(webhook)?.host ?? 'unknown address'
  return { values: { host }, subjectName: host }
}

/** What the audit shows of a webhook: neither its secret nor its address, which may hold one, but the host. */
type Shown = Pick<WebhookState, 'host' | 'description' | 'types' | 'isOn'>
const shownOf = ({ host, description, types, isOn }: Shown) => ({
  host,
  description,
  types: types.join(', '),
  isOn,
})

/** Returns the fields that differ. An address that changed at the same host is not one of them. */
function differences(past: Webhooks, event: RecordedEventOf<typeof webhookEvents>) {
  const { webhook: id } = event.data
  const [old, changed] = [past.get(id), recordedWebhooks.evolve(past, event).get(id)]
  if (old === undefined || changed === undefined) return {}
  const [before, after] = [shownOf(old), shownOf(changed)]
  return { before: changedFields(after, before), after: changedFields(before, after) }
}

/** How the entries of a stream are made, by the beginning of its name. */
export const subjects: readonly (readonly [string, (stream: string) => SubjectEntries])[] = [
  [challengeStream, challengeEntries],
  ['project-', projectEntries],
  ['discussion-', discussionEntries],
  ['user-', accountEntries],
  ['deleted-', accountEntries],
  ['credentials-', accountEntries],
  ['password-', accountEntries],
  ['attempts-', accountEntries],
  [adminsStream, teamEntries],
  ['exports-', exportEntries],
  ['imports-', participantImportEntries],
  ['conflicts-', conflictEntries],
  [calibrationStream, calibrationEntries],
  [savedTextsStream, savedTextEntries],
  [webhooksStream, webhookEntries],
  [backupKeysStream, backupKeyEntries],
]

/** The beginnings of the names of these streams. */
export const streamsWithEntries: readonly string[] = subjects.map(([prefix]) => prefix)
