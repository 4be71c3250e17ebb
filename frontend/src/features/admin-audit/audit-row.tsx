// An entry of the audit as a card: its sentence, the icon of its subject and the colour of its action. It opens to what changed, and to
// links that narrow the audit to the same actor or subject.

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
  Filter,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNameOf, Avatar } from '../../shared/people/people.tsx'
import { Badge, type BadgeTone, Card } from '../../shared/ui/display/surfaces.tsx'
import { Time, formatDateWithClockTime } from '../../shared/ui/display/time.tsx'
import type { RowContext, RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import { useSearchParams, paths } from '../../shared/navigation/router.ts'
import { ButtonLink } from '../../shared/ui/controls/button.tsx'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { withParameters } from '../../shared/ui/table/table-query.tsx'
import { actions } from './audit-actions.ts'
import { summaryText, fieldLabel, formatValue } from './audit-texts.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './audit-row.module.css'

/** The classes that the table gives to the list of entries and to each of them. */
export const auditClasses = { list: layout.column, item: css.item }

export const auditRow: RowDefinition<AuditEntry> = {
  id: (entry) => entry.id,
  card: (entry, context) => <EntryCard entry={entry} toggle={context.toggle} />,
  details: (entry) => <AuditDetails entry={entry} />,
}

const EntryCard = ({ entry, toggle }: Pick<RowContext, 'toggle'> & { entry: AuditEntry }) => {
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
        <button {...toggle} className={css.toggle} dir="auto">
          <Summary entry={entry} />
        </button>
      </h2>
      <p className={css.facts}>
        <span>
          <Badge tone={tones[action]} icon={icons[subject.kind]} label={actions[action].label} />
        </span>
        <span className={css.run}>{run !== null && t('adminAudit.run', { run })}</span>
        <span className={css.time}>
          <Time at={at} />
        </span>
      </p>
      <ChevronDown className={css.arrow} size={18} />
    </Card>
  )
}

/** The sentence, with the name of the actor emphasised. */
const Summary = ({ entry }: { entry: AuditEntry }) => {
  const { actor } = entry
  const nameOf = useNameOf()
  const summary = formatName(summaryText(entry))
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

/** What changed, when exactly, and links to more about the same actor or subject. */
const AuditDetails = ({ entry }: { entry: AuditEntry }) => {
  const { actor, subject, run, at, position } = entry
  const nameOf = useNameOf()
  return (
    <div className={css.details}>
      <Changes entry={entry} />
      <div className={css.foot}>
        <p className={css.moment}>
          <span>{formatDateWithClockTime(Date.parse(at))}</span>
          {run !== null && <span>{t('adminAudit.run', { run })}</span>}
          <span>{t('adminAudit.position', { position: Number(position) })}</span>
        </p>
        <span className={layout.cluster8}>
          {actor && (
            <FilterLink filters={{ actor: actor._id, search: '' }}>
              {t('adminAudit.onlyBy', { name: nameOf(actor) })}
            </FilterLink>
          )}
          {subject.kind !== 'challenge' && (
            <FilterLink filters={{ kind: subject.kind, subject: subject.id }}>
              {t('adminAudit.onlyAbout', { kind: subject.kind })}
            </FilterLink>
          )}
        </span>
      </div>
    </div>
  )
}

/** Adds filters to those in the URL; an empty text removes one. */
const FilterLink = ({ filters, children }: { filters: Record<string, string>; children: ReactNode }) => {
  const [parameters] = useSearchParams()
  const next = withParameters(parameters, { page: '', ...filters })
  return (
    <ButtonLink to={`${paths.admin.audit}?${next}`} size="small" icon={<Filter />}>
      {children}
    </ButtonLink>
  )
}

const Changes = ({ entry }: { entry: AuditEntry }) => {
  const { before, after } = entry
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return <p className={words.quiet}>{t('adminAudit.noValues')}</p>
  return (
    <table className={css.changes}>
      <caption>
        <VisuallyHidden>{t('adminAudit.beforeAndAfter', { summary: summaryText(entry) })}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('adminAudit.field')}</th>
          <th scope="col">{t('adminAudit.before')}</th>
          <th scope="col">{t('adminAudit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} data-changed={before[field] !== after[field] || undefined}>
            <th scope="row">{fieldLabel(field)}</th>
            {[before, after].map(({ [field]: value = null }, side) => (
              <td key={side}>
                {value === null ? noValue : <span dir="auto">{formatValue(field, value, entry)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const noValue = (
  <>
    <span aria-hidden="true" className={words.pale}>
      –
    </span>
    <VisuallyHidden>{t('adminAudit.noValue')}</VisuallyHidden>
  </>
)

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
