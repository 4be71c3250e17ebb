// A row of the list of members.

import type { CommunityMember } from '@thirty/contracts/community/api.ts'
import { formatName } from '../../../shared/format/format-name.ts'
import { PersonLink } from '../../../shared/people/person-link.tsx'
import { ownUserId } from '../../../shared/session/session.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { FullText } from '../../../shared/ui/controls/full-text.tsx'
import { Badge, YouBadge } from '../../../shared/ui/display/badge.tsx'
import { Time } from '../../../shared/ui/display/time.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-types.ts'
import { t } from '../../../shared/i18n/t.ts'
import person from '../person.module.css'
import layout from '../../../shared/styles/layout.module.css'
import css from './members.module.css'

export const memberRow: RowDefinition<CommunityMember> = {
  id: ({ id }) => id,
  columns: [
    {
      id: 'member',
      header: t('community.member'),
      isRowHeader: true,
      cell: (member) => <Person member={member} />,
    },
    { id: 'role', header: t('common.role'), cell: (member) => <Role member={member} /> },
    { id: 'submissions', header: t('common.submissions'), cell: ({ submissions }) => <b>{submissions}</b> },
    { id: 'rank', header: t('common.rank'), cell: ({ rank }) => rank ?? '–' },
    { id: 'joined', header: t('common.joined'), cell: ({ joinedAt }) => <Time at={joinedAt} exact="date" /> },
  ],
  card: (member) => (
    <div className={css.card}>
      <Person member={member} />
      <p className={layout.facts}>
        <Role member={member} />
        <span>{t.rich('common.submissionCount', { count: member.submissions })}</span>
        {member.rank !== null && <span>{t('community.rankOf', { rank: member.rank })}</span>}
      </p>
    </div>
  ),
}

const Person = ({ member: { id, name, username, avatar } }: { member: CommunityMember }) => (
  <PersonLink userId={id} className={css.person}>
    <Avatar id={id} name={name} image={avatar} size={36} />
    <span className={person.who}>
      <span className={css.line}>
        <FullText as="strong" className={person.name} dir="auto" focusable={false}>
          {formatName(name)}
        </FullText>
        {id === ownUserId() && <YouBadge />}
      </span>
      {username !== null && (
        <span className={person.handle}>
          <bdi>{`@${username}`}</bdi>
        </span>
      )}
    </span>
  </PersonLink>
)

const Role = ({ member: { role } }: { member: CommunityMember }) =>
  role === 'admin' ? (
    <Badge tone="info">{t('common.admin')}</Badge>
  ) : (
    <Badge>{t('community.participant')}</Badge>
  )
