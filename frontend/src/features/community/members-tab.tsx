// The tab Members of the community: everyone who takes part, with role, submissions and rank, and a search. And their live data.

import type { CommunityMember } from '@thirty/contracts/community/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { LiveView } from '../../shared/live/live-types.ts'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { TableSearch, useTableQuery } from '../../shared/ui/table/table-query.tsx'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { t } from '../../shared/i18n/t.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { Badge, YouBadge } from '../../shared/ui/display/badge.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import type { RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, pagesOf } from '../../shared/live/live-data.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './members-tab.module.css'
import { PersonWithHandle } from './entry.tsx'

export const MembersTab = ({ view }: { view: LiveView<Members> }) => {
  const [{ search }, , { isFiltered, clear }] = useTableQuery()
  const { data: list } = view
  return (
    <div className={layout.stack12}>
      <div className={css.search}>
        <TableSearch label={t('community.findMember')} />
      </div>
      <FrozenMark />
      <DataTable
        label={t('community.members')}
        rows={list?.members}
        view={view}
        failed={t('community.loadingFailed')}
        definition={memberRow}
        filterKey={search}
        paging={{
          summary: (shownCount) =>
            search === ''
              ? t('community.showingOf', { shown: shownCount, total: list?.count ?? shownCount })
              : t('community.showing', { shown: shownCount }),
        }}
        noMatch={isFiltered && { title: t('community.noMemberMatches'), onClear: clear }}
        empty={<EmptyState title={t('community.noMembers')}>{t('community.membersAppearHere')}</EmptyState>}
      />
    </div>
  )
}

/** A row of the list of members. */
const memberRow: RowDefinition<CommunityMember> = {
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

const Person = ({ member }: { member: CommunityMember }) => (
  <PersonWithHandle person={member} badge={member.id === ownUserId() && <YouBadge />} />
)

const Role = ({ member: { role } }: { member: CommunityMember }) =>
  role === 'admin' ? (
    <Badge tone="info" label={t('common.admin')} />
  ) : (
    <Badge label={t('community.participant')} />
  )

/** The loaded members that match the search, newest first, and the number of all members. */
type Members = {
  members: CommunityMember[]
  nextCursor: string | null
  count: number
  /** Position and epoch of the list of members. Ranks come from another read model and may be newer. */
  position: string
  epoch: string
}

/** The members by search. */
export const allMembers = liveData<Members, string>({
  room: rooms.community,
  ...pagesOf('members', {
    pageSize: 100,
    // As many as the first page of the table shows.
    minRows: 22,
    fetchPage: (search: string, page, signal) =>
      request('GET', '/api/community/members', {
        query: { ...page, ...(search !== '' && { search }) },
        signal,
      }),
    idOf: ({ id }) => id,
  }),
  messages: {
    activity: {
      sequence: () => 'activity',
      apply: (members, { items }, reload) => {
        if (items.some(({ what }) => what === 'joined')) reload()
        return members
      },
    },
  },
})
