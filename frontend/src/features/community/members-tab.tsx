// The tab Members of the community: everyone who takes part, with role, submissions and rank, and a search. And their live data.

import type { CommunityMember } from '@thirty/contracts/community/api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { DataTable } from '../../shared/ui/table/data-table.tsx'
import { TableSearch, useTableQuery } from '../../shared/ui/table/table-query.tsx'
import { FrozenMark } from '../../shared/challenge/challenge-marks.tsx'
import { t } from '../../shared/i18n/t.ts'
import { ownUserId } from '../../shared/session/session.ts'
import { Badge, YouBadge } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import type { RowDefinition } from '../../shared/ui/table/table-rows.tsx'
import type { Endpoint, ResponseOf } from '../../shared/http/endpoint-types.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, pagesOf, useLiveData } from '../../shared/live/live-data.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './members-tab.module.css'
import { PersonWithHandle } from './entry.tsx'

export const MembersTab = () => {
  const [{ search }, , { isFiltered, clear }] = useTableQuery()
  const view = useLiveData(allMembers, search)
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
        empty={{ title: t('community.noMembers'), text: t('community.membersAppearHere') }}
      />
    </div>
  )
}

const person = (member: CommunityMember) => (
  <PersonWithHandle person={member} badge={member.id === ownUserId() && <YouBadge />} />
)

const role = (member: CommunityMember) =>
  member.role === 'admin' ? (
    <Badge tone="info" label={t('common.admin')} />
  ) : (
    <Badge label={t('community.participant')} />
  )

/** A row of the list of members. */
const memberRow: RowDefinition<CommunityMember> = {
  id: ({ id }) => id,
  columns: [
    { id: 'member', header: t('community.member'), isRowHeader: true, cell: person },
    { id: 'role', header: t('common.role'), cell: role },
    { id: 'submissions', header: t('common.submissions'), cell: ({ submissions }) => <b>{submissions}</b> },
    { id: 'rank', header: t('common.rank'), cell: ({ rank }) => rank ?? '–' },
    { id: 'joined', header: t('common.joined'), cell: ({ joinedAt }) => <Time at={joinedAt} exact="date" /> },
  ],
  card: (member) => (
    <div className={css.card}>
      {person(member)}
      <p className={layout.facts}>
        {role(member)}
        <span>{t.rich('common.submissionCount', { count: member.submissions })}</span>
        {member.rank !== null && <span>{t('community.rankOf', { rank: member.rank })}</span>}
      </p>
    </div>
  ),
}

/** The members by search, newest first, with the number of all. Ranks come from another read model and may be newer than the position. */
export const allMembers = liveData<ResponseOf<Endpoint<'GET', '/api/community/members'>>, string>({
  room: rooms.community,
  ...pagesOf('members', {
    pageSize: 100,
    // As many as the first page of the table shows.
    minRows: 22,
    fetchPage: (search: string, page, signal) =>
      request('GET', '/api/community/members', { query: { ...page, search: search || undefined }, signal }),
    idOf: ({ id }) => id,
  }),
  messages: {
    activity: {
      sequence: () => 'activity',
      change: (members, { items }, reload) => {
        if (items.some(({ what }) => what === 'joined')) reload()
        return members
      },
    },
  },
})
