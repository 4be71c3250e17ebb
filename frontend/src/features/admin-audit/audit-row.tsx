// An entry of the audit as a card that opens: its sentence, the icon of its subject and the colour of its action. What changed is shown
// by `audit-details.tsx`.

import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import type { AuditAction } from '@thirty/contracts/audit/audit-actions.ts'
import type { AuditSubjectKind } from '@thirty/contracts/audit/subject-kinds.ts'
import {
  ArchiveRestore,
  ChevronDown,
  Cog,
  FileDown,
  FolderCode,
  MessageSquareQuote,
  MailPlus,
  MessagesSquare,
  Trophy,
  UserRound,
  Webhook,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatName, formatProjectName } from '../../shared/format/format-name.ts'
import { useNameOf } from '../../shared/people/people.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { Badge, type BadgeTone } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { AuditDetails } from './audit-details.tsx'
import { actions } from './audit-actions.ts'
import { summaryText } from './summary-text.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './audit-row.module.css'

/** The classes that the table gives to the list of entries and to each of them. */
export const auditClasses = { list: layout.column, item: css.item }

export const auditRow: RowDefinition<AuditEntry> = {
  id: (entry) => entry.id,
  card: (entry, context) => <EntryCard entry={entry} {...context} />,
  details: (entry, id) => (
    <div id={id} className={css.details}>
      <AuditDetails entry={entry} />
    </div>
  ),
}

const EntryCard = ({ entry, isOpen, onToggle, detailsId }: RowContext & { entry: AuditEntry }) => {
  const { actor, action, run, at, subject } = entry
  return (
    <Card padding="none" link className={css.line}>
      {actor ? (
        <Avatar id={actor._id} name={actor.name} image={actor.avatar} size={36} />
      ) : (
        <span className={css.system} aria-hidden="true">
          <Cog />
        </span>
      )}
      <h2 className={css.summary}>
        <button
          type="button"
          className={css.toggle}
          dir="auto"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={onToggle}
        >
          <Summary entry={entry} />
        </button>
      </h2>
      <p className={css.facts}>
        <span>
          <Badge tone={tones[action]} icon={icons[subject.kind]}>
            {actions[action].label}
          </Badge>
        </span>
        <span className={css.run}>{run !== null && t('adminAudit.run', { run })}</span>
        <span className={css.time}>
          <Time at={at} />
        </span>
      </p>
      <ChevronDown aria-hidden="true" className={css.arrow} size={18} />
    </Card>
  )
}

/** The sentence, with the name of the actor emphasised. */
const Summary = ({ entry }: { entry: AuditEntry }) => {
  const { actor } = entry
  const nameOf = useNameOf()
  const summary = formatProjectName(summaryText(entry))
  if (actor === null) return summary
  const name = formatName(actor.name)
  if (!summary.startsWith(`${name} `)) return summary
  return (
    <>
      <b>{nameOf(actor)}</b>
      {summary.slice(name.length)}
    </>
  )
}

const icons: Record<AuditSubjectKind, ReactNode> = {
  challenge: <Trophy />,
  backup: <ArchiveRestore />,
  project: <FolderCode />,
  user: <UserRound />,
  discussion: <MessagesSquare />,
  text: <MessageSquareQuote />,
  invitation: <MailPlus />,
  data: <FileDown />,
  webhook: <Webhook />,
}

/** Actions that are neither good nor bad news have no colour. */
const tones: Partial<Record<AuditAction, BadgeTone>> = {
  'challenge-started': 'success',
  'challenge-reset': 'danger',
  'backup-restored': 'warning',
  'backup-deleted': 'danger',
  'project-approved': 'success',
  'project-rejected': 'danger',
  'comment-removed': 'warning',
  'discussion-removed': 'warning',
  'reply-removed': 'warning',
  'comment-hidden': 'warning',
  'discussion-hidden': 'warning',
  'reply-hidden': 'warning',
  'account-deleted': 'danger',
  'admin-registered': 'info',
  'admin-rights-granted': 'info',
  'user-status-changed': 'info',
}
